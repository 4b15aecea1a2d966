#include "coordinator/service/running_calls.h"

#include <string_view>

namespace rookery::coordinator {

// Lives as long as its call.
class RunningCalls::Call final : public grpc::experimental::Interceptor {
 public:
  explicit Call(RunningCalls* calls) : calls_(*calls) { calls_.Add(1); }
  ~Call() override { calls_.Add(-1); }

  void Intercept(grpc::experimental::InterceptorBatchMethods* step) override {
    step->Proceed();
  }

 private:
  RunningCalls& calls_;
};

class RunningCalls::Counter final
    : public grpc::experimental::ServerInterceptorFactoryInterface {
 public:
  explicit Counter(RunningCalls* calls) : calls_(calls) {}

  grpc::experimental::Interceptor* CreateServerInterceptor(
      grpc::experimental::ServerRpcInfo* info) override {
    const bool ours =
        std::string_view(info->method()).starts_with("/rookery.v1.");
    return ours ? new Call(calls_) : nullptr;
  }

 private:
  RunningCalls* const calls_;
};

std::unique_ptr<grpc::experimental::ServerInterceptorFactoryInterface>
RunningCalls::CounterOf(RunningCalls* calls) {
  return std::make_unique<Counter>(calls);
}

void RunningCalls::Add(int64_t calls) {
  absl::MutexLock lock(&mutex_);
  running_ += calls;
  if (running_ == 0) {
    none_.Set();
  } else {
    none_.Reset();
  }
}

}  // namespace rookery::coordinator
