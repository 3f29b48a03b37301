package io.azureccm.service.reconcile.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.plan.Services;
import io.azureccm.service.reconcile.VirtualCluster;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Azure is asked, within a budget, which backends of served Services are up, and a Service without any says so until one is. */
class BackendReadsTest {
    private static final String DOWN = """
            {"up": 0, "down": 2, "loadBalancerBackendAddresses": [{"state": "Down", "reason": "no answer"}]}""";
    private static final int MANY = 40;
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
    void newServiceIsAskedForWithinMinutesThoughOthersWereNeverAskedFor() {
        cluster.backendsAre(rule -> rule.endsWith("-999") ? DOWN : UP);
        beginWithMany();

        cluster.make("new", 999);
        cluster.loop.advance(Duration.ofMinutes(6));

        assertThat(cluster.message("new")).startsWith("none of its 2 backends is up");
    }

    @Test
    void newServiceIsAskedForWithinMinutesThoughAllOthersAreDown() {
        cluster.backendsAre(DOWN);
        beginWithMany();

        cluster.make("new", 999);
        cluster.loop.advance(Duration.ofMinutes(6));

        assertThat(cluster.message("new")).startsWith("none of its 2 backends is up");
    }

    @Test
    void changedServiceIsAskedForWithinMinutes() {
        cluster.backendsAre(rule -> rule.endsWith("-999") ? DOWN : UP);
        beginWithMany();

        cluster.replace(Services.named("many-" + (MANY - 1)).port("TCP", 999));
        cluster.loop.advance(Duration.ofMinutes(6));

        assertThat(cluster.message("many-" + (MANY - 1))).startsWith("none of its 2 backends is up");
    }

    @Test
    void serviceThatChangesBeforeItsAnswerComesIsAskedForAgainWithinMinutes() {
        cluster.backendsAre(UP);
        beginWithMany();
        cluster.loop.advance(Duration.ofMinutes(MANY));
        cluster.loop.clock().advance(Duration.ofMinutes(1));
        cluster.loop.turn();
        List<String> questions = cluster.arm.log().stream().filter(call -> call.startsWith("POST ")).toList();
        String oldest = questions.get(questions.size() - MANY);
        int port = Integer.parseInt(oldest.substring(oldest.lastIndexOf('-') + 1));
        String name = "many-" + (port - 5000);
        cluster.replace(Services.named(name)
                .port("TCP", port)
                .annotation("azure-load-balancer-tcp-idle-timeout", "10"));
        for (int i = 0; i < 12; i++) {
            cluster.settleBesideTheFirst();
            cluster.loop.clock().advance(Duration.ofSeconds(5));
        }
        cluster.settleBesideTheFirst();
        cluster.loop.runOperation(0);
        assertThat(cluster.arm.log()).last().isEqualTo(oldest);

        cluster.backendsAre(each -> each.endsWith("-" + port) ? DOWN : UP);
        cluster.loop.advance(Duration.ofMinutes(6));
        assertThat(cluster.message(name)).startsWith("none of its 2 backends is up");
    }

    @Test
    void eachServiceHasItsTurnThoughOthersAreDown() {
        cluster.backendsAre(rule -> rule.endsWith("-5000") ? UP : DOWN);
        beginWithMany();
        cluster.loop.advance(Duration.ofMinutes(4 * MANY));

        assertThat(askedFor()).hasSize(MANY);
        assertThat(cluster.message("many-0")).isEmpty();
        assertThat(IntStream.range(1, MANY).mapToObj(i -> cluster.message("many-" + i))).doesNotContain("");
    }

    @Test
    void oneRuleThatIsUpIsEnough() {
        cluster.backendsAre(rule -> rule.endsWith("-81") ? UP : DOWN);
        begin(60);
        cluster.make(Services.named("web").port("TCP", 80).port("TCP", 81).port("TCP", 82));
        cluster.loop.advance(Duration.ofMinutes(5));
        assertThat(askedFor()).hasSizeBetween(2, 3);
        long before = asked();
        cluster.loop.advance(Duration.ofMinutes(20));

        assertThat(cluster.arm.log().stream().filter(call -> call.startsWith("POST ")).skip(before))
                .hasSize(20)
                .allMatch(call -> call.endsWith("-81"));
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

    /** Azure was asked for a tenth of them. */
    private void beginWithMany() {
        cluster.asksForHealth(60);
        cluster.join(0);
        cluster.join(1);
        IntStream.range(0, MANY).forEach(i -> cluster.make("many-" + i, 5000 + i));
        cluster.begin().loop.advance(Duration.ofMinutes(2 + MANY / 10));
    }

    private List<String> askedFor() {
        return cluster.arm.log().stream().filter(call -> call.startsWith("POST ")).distinct().toList();
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
