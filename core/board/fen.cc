#include "core/board/fen.h"
