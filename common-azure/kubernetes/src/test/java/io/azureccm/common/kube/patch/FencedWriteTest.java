package io.azureccm.common.kube.patch;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.client.ApiRequests;
import io.azureccm.common.kube.condition.ConditionChange;
import io.fabric8.kubernetes.api.model.LoadBalancerIngressBuilder;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.TaintBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A write that waits to be sent, for a token or to be sent again, is not sent once this process has lost its leadership. */
class FencedWriteTest {
    private static final Optional<String> LOST = Optional.of("no longer the leader");

    private final AtomicReference<Optional<String>> refusal = new AtomicReference<>(Optional.empty());
    private final AtomicInteger asked = new AtomicInteger();
    private ScriptedApi api;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        api.answer(request -> json("{\"metadata\":{\"name\":\"web\",\"uid\":\"uid-1\"}}"));
        client = api.client();
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void aWriteIsNotSentIfLeadershipIsLostWhileItWaitsForAToken() {
        ObjectPatcher patcher = new ObjectPatcher(new ApiRequests(client),
                () -> asked.getAndIncrement() % 2 == 0 ? Optional.empty() : LOST);
        assertThat(write(patcher)).isEqualTo(PatchOutcome.REFUSED);
        assertThat(
                new NodePatches(patcher).taints(new NodeBuilder().withNewMetadata().withName("n").endMetadata().build(),
                        taints -> List.of(new TaintBuilder().withKey("a").withEffect("NoSchedule").build())))
                .isEqualTo(PatchOutcome.REFUSED);
        assertThat(patcher.delete(ObjectPath.of(service()), "")).isEqualTo(PatchOutcome.REFUSED);
        assertThat(api.requests()).isEmpty();
    }

    @Test
    void aWriteIsNotSentAgainAfterLeadershipIsLost() {
        api.answer(request -> {
            refusal.set(LOST);
            return status(500, "busy");
        });
        assertThat(write(new ObjectPatcher(new ApiRequests(client), refusal::get))).isEqualTo(PatchOutcome.REFUSED);
        assertThat(api.requests()).hasSize(1);
    }

    @Test
    void aWriteOfTheLeaderIsSentAgain() {
        api.answer(request -> api.requests().size() == 1 ? status(500, "busy") : json("{\"metadata\":{}}"));
        assertThat(write(new ObjectPatcher(new ApiRequests(client), refusal::get))).isEqualTo(PatchOutcome.WRITTEN);
        assertThat(api.requests()).hasSize(2);
    }

    private static PatchOutcome write(ObjectPatcher patcher) {
        return new ServicePatches(patcher).status(service(),
                List.of(new LoadBalancerIngressBuilder().withIp("1.2.3.4").build()), ConditionChange.NONE, shown -> {});
    }

    private static Service service() {
        return new ServiceBuilder().withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("uid-1")
                .endMetadata()
                .build();
    }
}
