package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.e2e.cluster.api.call.ApiFaults.Effect;
import io.azureccm.e2e.cluster.api.call.ApiFaults.Target;
import io.azureccm.e2e.cluster.api.call.RequestLog;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class FaultsTest extends ClusterCase {

    @Test
    void refusalMeetsItsTargetAsOftenAsAsked() {
        cluster.faults()
                .add(new Target("list", "services"),
                        new Effect.Refuse(429, "TooManyRequests", "slow down", Duration.ofSeconds(2)), 2);
        assertThat(rest.get(NODES).code()).isEqualTo(200);
        Rest.Answer refused = rest.get(SERVICES);
        assertThat(refused.code() + refused.text("/reason")).isEqualTo("429TooManyRequests");
        assertThat(refused.raw().headers().firstValue("Retry-After")).contains("2");
        assertThat(rest.get(SERVICES).code()).isEqualTo(429);
        assertThat(rest.get(SERVICES).code()).isEqualTo(200);
    }

    @Test
    void staleMeetsWritesOfExistingObjectsAndChangesNothing() {
        createConfigMap("a", "");
        cluster.faults().add(Target.ANY, new Effect.Stale(), 1);
        assertThat(rest.get(CONFIGMAPS).code()).isEqualTo(200);
        assertThat(rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{data: {k: v}}").text("/reason")).isEqualTo("Conflict");
        assertThat(rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{data: {k: v}}").code()).isEqualTo(200);
    }

    @Test
    void delayedRequestIsAnsweredAllTheSame() {
        cluster.faults().latency(Duration.ofMillis(1));
        assertThat(rest.get(SERVICES).code()).isEqualTo(200);
    }

    @Test
    void cutConnectionHasNoAnswer() {
        cluster.faults().add(new Target("create", "configmaps"), new Effect.Cut(), -1);
        assertThatThrownBy(() -> createConfigMap("a", "")).isInstanceOf(UncheckedIOException.class);
        assertThat(cluster.get("cm", "default", "a")).isEmpty();
        cluster.faults().clear();
        assertThat(createConfigMap("a", "").code()).isEqualTo(201);
    }

    @Test
    void hangingApiAnswersNothingUntilCleared() {
        Rest.Watch watch = rest.watch(CONFIGMAPS + "?watch=true");
        Await.until("open", () -> cluster.openWatches() == 1);
        cluster.faults().hang();
        CompletableFuture<Rest.Answer> hanging = CompletableFuture.supplyAsync(() -> createConfigMap("a", ""));
        Await.until("request hangs", () -> cluster.faults().hangingRequests() == 1);
        cluster.apply("{apiVersion: v1, kind: ConfigMap, metadata: {name: late}}");
        cluster.faults().clear();
        assertThat(watch.nextName()).isEqualTo("ADDED late");
        assertThatThrownBy(hanging::join).hasCauseInstanceOf(UncheckedIOException.class);
        assertThat(rest.get("/healthz").code()).isEqualTo(200);
        assertThat(rest.get(CONFIGMAPS + "/a").code()).isEqualTo(404);
    }

    @Test
    void hangCanMeetOneKindOfRequest() {
        cluster.faults().add(new Target("create", "configmaps"), new Effect.Hang(), 1);
        CompletableFuture<Rest.Answer> hanging = CompletableFuture.supplyAsync(() -> createConfigMap("a", ""));
        Await.until("request hangs", () -> cluster.faults().hangingRequests() == 1);
        assertThat(rest.get(CONFIGMAPS).code()).isEqualTo(200);
        cluster.faults().clear();
        assertThatThrownBy(hanging::join).hasCauseInstanceOf(UncheckedIOException.class);
    }

    @Test
    void requestThatIsHeldIsAnsweredOnceFaultsAreCleared() {
        cluster.faults().add(new Target("create", "configmaps"), new Effect.Hold(), 1);
        CompletableFuture<Rest.Answer> held = CompletableFuture.supplyAsync(() -> createConfigMap("a", ""));
        Await.until("request is held", () -> cluster.faults().hangingRequests() == 1);
        assertThat(rest.get(CONFIGMAPS + "/a").code()).isEqualTo(404);
        cluster.faults().clear();
        assertThat(held.join().code()).isEqualTo(201);
        assertThat(rest.get(CONFIGMAPS + "/a").code()).isEqualTo(200);
    }

    @Test
    void cutConnectionsAreOpenedAgain() {
        createConfigMap("a", "");
        Rest.Watch watch = rest.watch(CONFIGMAPS + "?watch=true");
        assertThat(watch.nextName()).isEqualTo("ADDED a");
        cluster.cutConnections();
        assertThat(watch.nextName()).isIn("END", "BROKEN");
        assertThat(rest.get(SERVICES).code()).isEqualTo(200);
    }

    @Test
    void requestsAreLoggedWithVerbAndPlace() {
        createConfigMap("a", "");
        rest.patch(CONFIGMAPS + "/a", Rest.MERGE, "{data: {k: v}}");
        rest.get(SERVICES);
        assertThat(cluster.requests().matching(RequestLog.Entry::isWrite))
                .extracting(entry -> entry.verb() + " " + entry.resource() + " " + entry.name())
                .containsExactly("create configmaps ", "patch configmaps a");
        cluster.requests().clear();
        assertThat(cluster.requests().matching(entry -> true)).isEmpty();
    }
}
