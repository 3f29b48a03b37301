package io.azureccm.service.status;

import io.azureccm.service.spec.parse.ServiceSpecParser;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.exec.VirtualClock;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What was written is known before the watch shows it, and no longer than that. */
class OwnStatusesTest {
    private final VirtualClock clock = new VirtualClock();
    private final OwnStatuses own = new OwnStatuses(clock);

    @Test
    void theVersionThatWasWrittenToShowsWhatWasWrittenHoweverLongTheWatchTakes() {
        own.wrote(service("1"), List.of("10.0.0.1"), List.of(), "");
        clock.advance(Duration.ofHours(1));
        assertThat(addresses(own.latest(service("1")))).containsExactly("10.0.0.1");
    }

    @Test
    void whatIsTakenAwayBeforeTheWatchShowsItIsGone() {
        own.wrote(service("1"), List.of("10.0.0.1"), List.of(), "");
        own.wrote(service("1"), List.of(), List.of(), "");
        assertThat(addresses(own.latest(service("1")))).isEmpty();
    }

    @Test
    void aVersionInBetweenIsTakenForAnOlderOneForAWhile() {
        own.wrote(service("1"), List.of("10.0.0.1"), List.of(), "");
        assertThat(addresses(own.latest(service("2")))).containsExactly("10.0.0.1");
        clock.advance(Duration.ofSeconds(3));
        assertThat(addresses(own.latest(service("2")))).isEmpty();
    }

    /** Somebody else changed the Service before, and the watch is slow. */
    @Test
    void aVersionBeforeTheOneThatWasWrittenIsOlderHoweverLongTheWatchTakes() {
        own.wrote(service("1"), List.of("10.0.0.1"), List.of(), "3");
        clock.advance(Duration.ofHours(1));
        assertThat(addresses(own.latest(service("2")))).containsExactly("10.0.0.1");
        assertThat(addresses(own.latest(service("4")))).isEmpty();
        assertThat(addresses(own.latest(service("5", "10.0.0.2")))).containsExactly("10.0.0.2");
    }

    /** The same on an API server whose versions have no order: they are only compared for equality. */
    @Test
    void aVersionWithoutOrderIsOlderUntilTheWatchShowsTheOneThatWasWritten() {
        own.wrote(service("a"), List.of("10.0.0.1"), List.of(), "c");
        clock.advance(Duration.ofSeconds(50));
        assertThat(addresses(own.latest(service("b")))).containsExactly("10.0.0.1");
        assertThat(addresses(own.latest(service("c", "10.0.0.1")))).containsExactly("10.0.0.1");
        assertThat(addresses(own.latest(service("d")))).isEmpty();
    }

    /** A watch that lost its history lists again, and may never show the version that was written. */
    @Test
    void aVersionWithoutOrderIsBelievedAfterAMinute() {
        own.wrote(service("a"), List.of("10.0.0.1"), List.of(), "c");
        clock.advance(Duration.ofSeconds(61));
        assertThat(addresses(own.latest(service("d", "10.0.0.2")))).containsExactly("10.0.0.2");
    }

    /** The status that was written is gone again, by somebody else. */
    @Test
    void theVersionThatWasWrittenIsBelievedWhateverItShows() {
        own.wrote(service("a"), List.of("10.0.0.1"), List.of(), "c");
        assertThat(addresses(own.latest(service("c")))).isEmpty();
    }

    @Test
    void onceShownTheWatchIsBelieved() {
        own.wrote(service("1"), List.of("10.0.0.1"), List.of(), "");
        assertThat(addresses(own.latest(service("2", "10.0.0.1")))).containsExactly("10.0.0.1");
        assertThat(addresses(own.latest(service("3")))).isEmpty();
    }

    @Test
    void servicesThatAreGoneAreForgotten() {
        own.wrote(service("1"), List.of("10.0.0.1"), List.of(), "");
        own.keep(Set.of());
        assertThat(addresses(own.latest(service("1")))).isEmpty();
    }

    private static List<String> addresses(Service service) {
        return ServiceSpecParser.statusIps(service);
    }

    private static Service service(String version, String... addresses) {
        ServiceBuilder builder = new ServiceBuilder().withNewMetadata()
                .withName("web")
                .withUid("uid-1")
                .withResourceVersion(version)
                .endMetadata();
        for (String address : addresses)
            builder.editOrNewStatus()
                    .editOrNewLoadBalancer()
                    .addNewIngress()
                    .withIp(address)
                    .endIngress()
                    .endLoadBalancer()
                    .endStatus();
        return builder.build();
    }
}
