#include "core/notation/uci.h"
