#include "core/board/explain.h"
