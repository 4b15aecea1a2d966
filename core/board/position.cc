#include "core/board/position.h"
