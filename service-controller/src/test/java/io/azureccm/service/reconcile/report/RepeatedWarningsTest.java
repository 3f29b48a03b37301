package io.azureccm.service.reconcile.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.plan.Services;
import io.azureccm.service.reconcile.VirtualCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Warnings of plans that hold for long. */
class RepeatedWarningsTest {
    private static final String REASON = "UnknownAnnotation";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final VirtualCluster cluster = new VirtualCluster();

    /** A change ends what was said before, so what still holds has to be said again, and repeated from then on. */
    @Test
    void warningThatStillHoldsAfterAChangeIsToldAgain() {
        cluster.join(0);
        cluster.make(withMistake(80));
        cluster.begin().loop.advance(LONG);
        cluster.replace(withMistake(81));
        cluster.loop.advance(LONG);

        assertThat(cluster.endOfEvents()).filteredOn(REASON::equals).hasSize(2);
    }

    private static Services withMistake(int port) {
        return Services.named("web")
                .port("TCP", port)
                .annotation("azure-pip-nam", "mine");
    }
}
