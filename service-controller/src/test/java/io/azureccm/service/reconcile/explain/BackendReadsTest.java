package io.azureccm.service.reconcile.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.reconcile.VirtualCluster;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Azure is asked, within a budget, which backends of served Services are up, and a Service without any says so until one is. */
class BackendReadsTest {
    private static final String DOWN = """
            {"up": 0, "down": 2, "loadBalancerBackendAddresses": [{"state": "Down", "reason": "no answer"}]}""";
    private static final String UP = "{\"up\": 1, \"down\": 1}";

    private final VirtualCluster cluster = VirtualCluster.withAddressPools();

    @Test
    void serviceNoneOfWhoseBackendsIsUpSaysSoUntilOneIs() {
        cluster.backendsAre(DOWN);
        begin(60, "web");
        assertThat(cluster.message("web")).isEmpty();
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.message("web"))
                .isEqualTo("none of its 2 backends is up, as Azure probes them: no answer");
        assertThat(cluster.explain("web", "").warnings()).singleElement()
                .matches(warning -> warning.what().equals("NoBackendUp"));

        cluster.backendsAre(UP);
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.message("web")).isEmpty();
        assertThat(cluster.explain("web", "").warnings()).isEmpty();
    }

    @Test
    void serviceWithABackendThatIsUpIsNotToldOf() {
        cluster.backendsAre(UP);
        begin(60, "web");
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(asked()).isPositive();
        assertThat(cluster.message("web")).isEmpty();
    }

    @Test
    void noMoreCallsAreMadeThanAllowedHoweverManyServicesThereAre() {
        cluster.backendsAre(DOWN);
        begin(12, "a", "b", "c", "d", "e");
        cluster.loop.advance(Duration.ofHours(2));

        assertThat(asked()).isBetween(20L, 24L);
        assertThat(cluster.message("e")).isNotEmpty();
    }

    @Test
    void serviceThatIsUpAgainIsFoundSoonAmongOthers() {
        cluster.backendsAre(UP);
        begin(60, "a", "b", "c", "d", "e");
        cluster.loop.advance(Duration.ofMinutes(30));
        long before = asked();
        cluster.backendsAre(DOWN);
        cluster.loop.advance(Duration.ofMinutes(10));
        assertThat(cluster.message("a")).isNotEmpty();
        assertThat(asked() - before).isBetween(9L, 10L);
    }

    @Test
    void anAnswerThatIsRefusedIsAskedForAgainInAnHourAndSaysNothing() {
        cluster.backendsAre("refused");
        begin(60, "web");
        cluster.loop.advance(Duration.ofMinutes(50));

        assertThat(asked()).isOne();
        assertThat(cluster.message("web")).isEmpty();
    }

    @Test
    void serviceWithoutMembersIsNotAskedFor() {
        cluster.asksForHealth(60);
        cluster.make("web", 80);
        cluster.begin().loop.advance(Duration.ofHours(1));

        assertThat(cluster.message("web")).contains("no node can take its traffic");
        assertThat(asked()).isZero();
    }

    @Test
    void whatWasSaidIsTakenBackWhenAzureNoLongerAnswers() {
        cluster.backendsAre(DOWN);
        begin(60, "web");
        cluster.loop.advance(Duration.ofMinutes(5));
        assertThat(cluster.message("web")).isNotEmpty();
        cluster.backendsAre("refused");
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.message("web")).isEmpty();
    }

    @Test
    void oneAnswerThatNoBackendIsUpIsNotEnough() {
        cluster.backendsAre(DOWN);
        begin(60, "web");
        while (asked() == 0)
            cluster.loop.advance(Duration.ofSeconds(10));
        assertThat(cluster.message("web")).isEmpty();
        cluster.backendsAre(UP);
        cluster.loop.advance(Duration.ofMinutes(5));

        assertThat(cluster.message("web")).isEmpty();
    }

    @Test
    void nobodyIsAskedInAnHourWithoutServices() {
        begin(60);
        cluster.loop.advance(Duration.ofHours(1));

        assertThat(asked()).isZero();
    }

    @Test
    void nobodyIsAskedIfNoCallsAreAllowed() {
        begin(0, "web");
        cluster.loop.advance(Duration.ofHours(3));

        assertThat(asked()).isZero();
    }

    private void begin(int perHour, String... services) {
        cluster.asksForHealth(perHour);
        cluster.join(0);
        cluster.join(1);
        int port = 80;
        for (String name : services)
            cluster.make(name, port++);
        cluster.begin().loop.advance(Duration.ofSeconds(90));
    }

    private long asked() {
        return cluster.calls("POST");
    }
}
