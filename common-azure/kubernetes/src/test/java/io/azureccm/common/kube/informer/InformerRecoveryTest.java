package io.azureccm.common.kube.informer;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static io.azureccm.common.kube.ScriptedApi.statusJson;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.Await;
import io.azureccm.common.kube.ScriptedApi.WatchLines;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** An informer goes on after lists and watches that break, and tells what was missed meanwhile. */
class InformerRecoveryTest extends InformerFixture {
    @Test
    void aListThatCannotBeContinuedIsReadAtOnce() {
        lists.add(json(list("10", "more", node("a", "1"))));
        lists.add(status(410, "token expired"));
        lists.add(json(list("11", "", node("a", "1"), node("b", "2"))));
        watch();
        open(QUICK);
        awaitSynced();
        assertThat(requests(false).getLast().query()).doesNotContainKeys("limit", "continue");
        assertThat(heard).containsExactly("+a1", "+b2");
    }

    @Test
    void aWatchThatEndsIsOpenedAgainWhereItStopped() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("MODIFIED", node("a", "11")).send("BOOKMARK", node("", "15")).end();
        watch().send("MODIFIED", node("a", "16"));
        open(QUICK);
        awaitHeard("+a1", "a1>a11", "a11>a16");
        assertThat(requests(true)).extracting(each -> each.query().get("resourceVersion")).containsExactly("10", "15");
        assertThat(requests(false)).hasSize(1);
    }

    @Test
    void objectsThatCannotBeUsedAreLeftOutAndTheOthersAreKnown() {
        lists.add(json(list("10", "", node("a", "1"), "{\"spec\":{}}", "{\"metadata\":null}",
                "{\"metadata\":{\"name\":\"odd\",\"labels\":[1]}}", "{\"metadata\":{\"name\":\"null\","
                        + "\"resourceVersion\":\"2\",\"annotations\":{\"k\":null}},\"spec\":null,"
                        + "\"status\":{\"conditions\":null,\"addresses\":null}}")));
        watch().send("MODIFIED", "{\"metadata\":null}")
                .send("SURPRISE", node("a", "11"))
                .send("MODIFIED", "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"12\",\"labels\":[1]}}")
                .send("MODIFIED", node("a", "13"))
                .end();
        watch();
        open(QUICK);
        awaitHeard("+a1", "+null2", "a1>a13");
        assertThat(informer.store().get("null").orElseThrow().getMetadata().getAnnotations()).isEmpty();
        assertThat(requests(false)).hasSize(1);
    }

    @Test
    void eventsThatComeTwiceOrInTheWrongOrderChangeNothing() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("MODIFIED", node("a", "12"))
                .send("MODIFIED", node("a", "12"))
                .send("MODIFIED", node("a", "11"))
                .send("MODIFIED", node("a", "14"));
        open(QUICK);
        awaitHeard("+a1", "a1>a12", "a12>a14");
    }

    @Test
    void aWatchThatBreaksOrIsRefusedIsOpenedAgain() {
        lists.add(json(list("10", "", node("a", "1"))));
        watches.add(status(500, "etcd is away"));
        watches.add(status(403, "no more"));
        watch().sendRaw("{\"type\":\"MODIFIED\",\"obj\n").end();
        watch().send("MODIFIED", node("a", "11"));
        open(QUICK);
        awaitHeard("+a1", "a1>a11");
        assertThat(requests(true)).extracting(each -> each.query().get("resourceVersion")).containsOnly("10");
    }

    @Test
    void aVersionTooOldAsAnAnswerListsAgainAndTellsWhatWasMissed() {
        lists.add(json(list("10", "", node("a", "1"), node("b", "2"), node("same", "3"))));
        watches.add(status(410, "too old"));
        lists.add(json(list("20", "", node("a", "15"), node("c", "16"), node("same", "3"))));
        WatchLines watch = watch();
        open(QUICK);
        awaitHeard("+a1", "+b2", "+same3", "?b2", "a1>a15", "+c16");
        watch.send("DELETED", node("c", "21"));
        awaitHeard("+a1", "+b2", "+same3", "?b2", "a1>a15", "+c16", "-c21");
        assertThat(requests(true).getLast().query()).containsEntry("resourceVersion", "20");
    }

    @Test
    void aVersionTooOldAsAnEventListsAgain() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("ERROR", statusJson(410, "too old"));
        lists.add(json(list("20", "", node("b", "15"))));
        watch();
        open(QUICK);
        awaitHeard("+a1", "?a1", "+b15");
    }

    @Test
    void watchesThatEndAtOnceAgainAndAgainAreTakenForAVersionTooOld() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().end();
        watch().end();
        watch().end();
        lists.add(json(list("20", "", node("a", "15"))));
        watch();
        // For the informer no time goes by, so that no watch lasts because the machine is slow.
        open(QUICK, () -> 0);
        awaitHeard("+a1", "a1>a15");
    }

    @Test
    void anObjectMadeAgainUnseenIsDeletedAndAdded() {
        lists.add(json(list("10", "", node("a", "1"))));
        watches.add(status(410, "too old"));
        lists.add(json(list("20", "", node("a", "15").replace("uid-a", "uid-other"))));
        watch();
        open(QUICK);
        awaitHeard("+a1", "?a1", "+a15");
    }

    @Test
    void aWatchOnWhichNothingComesIsTakenForDead() {
        lists.add(json(list("10", "", node("a", "1"))));
        watch().send("MODIFIED", node("a", "12"));
        watch().send("MODIFIED", node("a", "13"));
        Duration quietLimit = Duration.ofMillis(60);
        AtomicLong now = new AtomicLong();
        open(new InformerSettings(500, Duration.ofMinutes(2), Duration.ofMinutes(5), quietLimit,
                Duration.ofMillis(4), Duration.ofMillis(20)), now::get);
        awaitHeard("+a1", "a1>a12");
        // Only now does time go on for the informer, so that no watch is taken for dead because the machine is slow.
        now.addAndGet(quietLimit.toNanos());
        awaitHeard("+a1", "a1>a12", "a12>a13");
        assertThat(requests(true)).extracting(each -> each.query().get("resourceVersion")).containsExactly("10", "12");
    }

    @Test
    void anApiThatIsAwayIsAProblemInOneLineUntilItAnswers() {
        lists.add(status(401, "Unauthorized"));
        lists.add(status(503, "starting"));
        api.answer(request -> lists.size() > 1 ? lists.peek() : next(request));
        open(QUICK);
        Await.until("the problem is known", () -> informer.status().problem().isPresent());
        assertThat(informer.synced()).isFalse();
        assertThat(informer.status().problem().orElseThrow()).isEqualTo(
                "Kubernetes API " + api.url() + "/api/v1/nodes: the credentials were rejected (401 Unauthorized)");
        watch();
        lists.clear();
        lists.add(json(list("10", "", node("a", "1"))));
        api.answer(this::next);
        awaitSynced();
        assertThat(informer.status().problem()).isEmpty();
    }
}
