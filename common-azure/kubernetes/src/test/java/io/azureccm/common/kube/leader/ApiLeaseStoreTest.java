package io.azureccm.common.kube.leader;

import static io.azureccm.common.kube.ScriptedApi.json;
import static io.azureccm.common.kube.ScriptedApi.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.kube.ScriptedApi;
import io.azureccm.common.kube.client.KubeClients;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ApiLeaseStoreTest {
    private static final String LEASE = """
            {"apiVersion":"coordination.k8s.io/v1","kind":"Lease",
             "metadata":{"name":"app","namespace":"kube-system","resourceVersion":"7","labels":{"foreign":"kept"}},
             "spec":{"holderIdentity":"go","leaseDurationSeconds":15,"acquireTime":"2026-11-21T10:00:00.000000Z",
                     "renewTime":"2026-11-21T10:00:02.123456Z","leaseTransitions":3,"strategy":"OldestEmulationVersion"}}""";

    private ScriptedApi api;
    private KubernetesClient client;
    private LeaseStore store;

    @BeforeEach
    void start() throws IOException {
        api = new ScriptedApi();
        client = KubeClients.openForLease(api.settings(), Duration.ofMinutes(1));
        store = new ApiLeaseStore(client, "kube-system", "app");
    }

    @AfterEach
    void stop() {
        client.close();
        api.close();
    }

    @Test
    void aLeaseOfAGoClientIsUnderstood() {
        api.answer(request -> json(LEASE));
        assertThat(store.read().orElseThrow().record()).isEqualTo(new LeaseRecord("go", 15,
                Instant.parse("2026-11-21T10:00:00Z"), Instant.parse("2026-11-21T10:00:02.123456Z"), 3));
        assertThat(api.requests().getFirst().toString())
                .isEqualTo("GET /apis/coordination.k8s.io/v1/namespaces/kube-system/leases/app");
    }

    @Test
    void anUpdateKeepsVersionAndForeignFieldsAndWritesMicroseconds() {
        api.answer(request -> json(LEASE));
        Instant now = Instant.parse("2026-11-21T11:00:00Z");
        assertThat(store.update(store.read().orElseThrow(), new LeaseRecord("me", 15, now, now, 4))).isPresent();
        assertThat(api.requests().getLast().method()).isEqualTo("PUT");
        assertThat(api.requests().getLast().body()).contains("\"resourceVersion\":\"7\"", "\"foreign\":\"kept\"",
                "\"strategy\":\"OldestEmulationVersion\"", "\"holderIdentity\":\"me\"", "\"leaseTransitions\":4",
                "\"renewTime\":\"2026-11-21T11:00:00.000000Z\"");
    }

    @Test
    void aLeaseThatIsNotThereIsCreated() {
        api.answer(request -> request.method().equals("GET") ? status(404, "not found") : json(LEASE));
        assertThat(store.read()).isEmpty();
        Instant now = Instant.parse("2026-11-21T11:00:00.5Z");
        assertThat(store.create(new LeaseRecord("me", 15, now, now, 0))).isPresent();
        assertThat(api.requests().getLast().toString())
                .isEqualTo("POST /apis/coordination.k8s.io/v1/namespaces/kube-system/leases");
        assertThat(api.requests().getLast().body()).contains("\"name\":\"app\"", "\"kind\":\"Lease\"",
                "\"acquireTime\":\"2026-11-21T11:00:00.500000Z\"");
    }

    @Test
    void aConflictIsNoErrorAndAnythingElseIs() {
        api.answer(request -> json(LEASE));
        StoredLease seen = store.read().orElseThrow();
        api.answer(request -> status(409, "conflict"));
        assertThat(store.update(seen, seen.record())).isEmpty();
        assertThat(store.create(seen.record())).isEmpty();
        api.answer(request -> status(500, "etcd is away"));
        assertThatThrownBy(store::read).isInstanceOf(KubernetesClientException.class).hasMessage("etcd is away");
    }
}
