package io.azureccm.common.observe.metrics;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.resilience.ArmCallListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The causes of ARM calls: {@code arm.calls} counts them by cause, method, kind of resource and result; each is logged at
 * debug level.
 */
public record CauseMetrics(MeterRegistry registry) implements ArmCallListener {
    private static final Logger log = LoggerFactory.getLogger(CauseMetrics.class);
    private static final String SUCCESS = "ok";
    private static final String KEPT_BACK = "kept_back";

    @Override
    public void ended(Ended call) {
        String result = result(call);
        Counter.builder("arm.calls")
                .description("Calls to ARM by cause, including retries, pages and polls")
                .tags("cause", call.call().reason().cause(), "method", call.call().method(), "resource",
                        ArmMetrics.resource(call.call().target()), "result", result)
                .register(registry)
                .increment();
        log.debug("{} for {} ({}): {} in {} ms, {} attempts", call.call().describe(), call.call().reason().cause(),
                call.call().reason().priority().label(), result, call.took().toMillis(), call.tries());
    }

    private static String result(Ended call) {
        if (call.rateLimited())
            return KEPT_BACK;
        return call.error().map(ArmException::kind).map(kind -> kind.name().toLowerCase(Locale.ROOT)).orElse(SUCCESS);
    }
}
