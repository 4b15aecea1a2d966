#include "core/board/position_codec.h"
