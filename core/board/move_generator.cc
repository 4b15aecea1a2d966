#include "core/board/move_generator.h"
