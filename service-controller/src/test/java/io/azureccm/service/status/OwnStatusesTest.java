package io.azureccm.service.status;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.reconcile.VirtualClock;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.informer.WatchedObjects;
import io.azureccm.service.informer.WatchedService;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What was written is known before the watch shows it, and no longer than that. */
class OwnStatusesTest {
    private final VirtualClock clock = new VirtualClock();
    private OwnStatuses own = OwnStatuses.NONE;

    @Test
    void theVersionThatWasWrittenToShowsWhatWasWrittenHoweverLongTheWatchTakes() {
        wrote(service("1"), List.of("10.0.0.1"), "");
        clock.advance(Duration.ofHours(1));
        assertThat(addresses(latest(service("1")))).containsExactly("10.0.0.1");
    }

    @Test
    void whatIsTakenAwayBeforeTheWatchShowsItIsGone() {
        wrote(service("1"), List.of("10.0.0.1"), "");
        wrote(service("1"), List.of(), "");
        assertThat(addresses(latest(service("1")))).isEmpty();
    }

    @Test
    void aVersionInBetweenIsTakenForAnOlderOneForAWhile() {
        wrote(service("1"), List.of("10.0.0.1"), "");
        assertThat(addresses(latest(service("2")))).containsExactly("10.0.0.1");
        clock.advance(Duration.ofSeconds(3));
        assertThat(addresses(latest(service("2")))).isEmpty();
    }

    /** Somebody else changed the Service before, and the watch is slow. */
    @Test
    void aVersionBeforeTheOneThatWasWrittenIsOlderHoweverLongTheWatchTakes() {
        wrote(service("1"), List.of("10.0.0.1"), "3");
        clock.advance(Duration.ofHours(1));
        assertThat(addresses(latest(service("2")))).containsExactly("10.0.0.1");
        assertThat(addresses(latest(service("4")))).isEmpty();
        assertThat(addresses(latest(service("5", "10.0.0.2")))).containsExactly("10.0.0.2");
    }

    /** The same on an API server whose versions have no order: they are only compared for equality. */
    @Test
    void aVersionWithoutOrderIsOlderUntilTheWatchShowsTheOneThatWasWritten() {
        wrote(service("a"), List.of("10.0.0.1"), "c");
        clock.advance(Duration.ofSeconds(50));
        assertThat(addresses(latest(service("b")))).containsExactly("10.0.0.1");
        assertThat(addresses(latest(service("c", "10.0.0.1")))).containsExactly("10.0.0.1");
        assertThat(addresses(latest(service("d")))).isEmpty();
    }

    /** A watch that lost its history lists again, and may never show the version that was written. */
    @Test
    void aVersionWithoutOrderIsBelievedAfterAMinute() {
        wrote(service("a"), List.of("10.0.0.1"), "c");
        clock.advance(Duration.ofSeconds(61));
        assertThat(addresses(latest(service("d", "10.0.0.2")))).containsExactly("10.0.0.2");
    }

    /** The status that was written is gone again, by somebody else. */
    @Test
    void theVersionThatWasWrittenIsBelievedWhateverItShows() {
        wrote(service("a"), List.of("10.0.0.1"), "c");
        assertThat(addresses(latest(service("c")))).isEmpty();
    }

    @Test
    void onceShownTheWatchIsBelieved() {
        wrote(service("1"), List.of("10.0.0.1"), "");
        assertThat(addresses(latest(service("2", "10.0.0.1")))).containsExactly("10.0.0.1");
        assertThat(addresses(latest(service("3")))).isEmpty();
    }

    @Test
    void servicesThatAreGoneAreForgotten() {
        wrote(service("1"), List.of("10.0.0.1"), "");
        own = own.upToDate(WatchedCluster.NOTHING, clock.instant());
        assertThat(own).isEqualTo(OwnStatuses.NONE);
        assertThat(addresses(latest(service("1")))).isEmpty();
    }

    private void wrote(Service over, List<String> addresses, String version) {
        own = own.wrote("uid-1", new StatusWrite(over.getMetadata().getResourceVersion(), version, addresses,
                List.of(), clock.instant()));
    }

    /** The watch shows this version. */
    private Service latest(Service watched) {
        WatchedObjects objects = new WatchedObjects(Map.of("uid-1", new WatchedService(watched, 0, false)), Map.of(),
                Set.of(), Set.of(), Map.of(), Map.of());
        own = own.upToDate(new WatchedCluster(objects, LoadBalancerClass.NONE, List.of(), List.of(), List.of()),
                clock.instant());
        return own.latest(watched);
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
