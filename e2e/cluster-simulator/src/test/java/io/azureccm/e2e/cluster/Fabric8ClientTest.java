package io.azureccm.e2e.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.e2e.cluster.ClusterOptions.Feature;
import io.azureccm.e2e.cluster.api.watch.Watches;
import io.azureccm.e2e.cluster.json.Json;
import io.fabric8.kubernetes.api.model.EventBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderCallbacks;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElectionConfigBuilder;
import io.fabric8.kubernetes.client.extended.leaderelection.LeaderElector;
import io.fabric8.kubernetes.client.extended.leaderelection.resourcelock.LeaseLock;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class Fabric8ClientTest {
    private ClusterSimulator cluster;
    private KubernetesClient client;

    @BeforeEach
    void start() throws IOException {
        use(ClusterOptions.defaults());
    }

    private void use(ClusterOptions options) throws IOException {
        cluster = ClusterSimulator.start(options);
        client = client();
    }

    private KubernetesClient client() {
        return new KubernetesClientBuilder().withConfig(Config.fromKubeconfig(cluster.kubeconfig())).build();
    }

    @AfterEach
    void stop() {
        client.close();
        cluster.close();
    }

    private static Service service(String name) {
        return new ServiceBuilder().withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .addNewPort()
                .withPort(80)
                .endPort()
                .endSpec()
                .build();
    }

    private static Node node(String name) {
        return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
    }

    @Test
    void createsReadsEditsAndDeletesServices() {
        Service created = client.services().resource(service("web")).create();
        assertThat(created.getSpec().getClusterIP()).startsWith("10.0.");
        client.services()
                .inNamespace("default")
                .withName("web")
                .edit(old -> new ServiceBuilder(old).editMetadata()
                        .addToLabels("tier", "front")
                        .endMetadata()
                        .build());
        assertThat(client.services().inAnyNamespace().withLabel("tier", "front").list().getItems()).hasSize(1);
        client.services()
                .inNamespace("default")
                .withName("web")
                .editStatus(old -> new ServiceBuilder(old).editOrNewStatus()
                        .editOrNewLoadBalancer()
                        .addNewIngress()
                        .withIp("20.1.2.3")
                        .endIngress()
                        .endLoadBalancer()
                        .endStatus()
                        .build());
        Service read = client.services().inNamespace("default").withName("web").get();
        assertThat(read.getStatus().getLoadBalancer().getIngress()).singleElement()
                .satisfies(entry -> assertThat(entry.getIpMode()).isEqualTo("VIP"));
        client.services().resource(read).delete();
        assertThat(client.services().inNamespace("default").withName("web").get()).isNull();
    }

    @Test
    void patchesNodesInAllThreeWays() {
        client.nodes().resource(node("n1")).create();
        client.nodes()
                .withName("n1")
                .patch(PatchContext.of(PatchType.JSON_MERGE), "{\"metadata\":{\"labels\":{\"a\":\"1\"}}}");
        client.nodes()
                .withName("n1")
                .patch(PatchContext.of(PatchType.STRATEGIC_MERGE),
                        "{\"spec\":{\"taints\":[{\"key\":\"k\",\"effect\":\"NoSchedule\"}]}}");
        client.nodes()
                .withName("n1")
                .patch(PatchContext.of(PatchType.JSON),
                        "[{\"op\":\"add\",\"path\":\"/metadata/labels/b\",\"value\":\"2\"}]");
        Node read = client.nodes().withName("n1").get();
        assertThat(read.getMetadata().getLabels()).isEqualTo(Map.of("a", "1", "b", "2"));
        assertThat(read.getSpec().getTaints()).hasSize(1);
    }

    @Test
    void failingJsonPatchTestIsAnsweredAtOnceWith422() {
        client.nodes().resource(node("n1")).create();
        assertThatThrownBy(() -> client.nodes()
                .withName("n1")
                .patch(PatchContext.of(PatchType.JSON),
                        "[{\"op\":\"test\",\"path\":\"/metadata/name\",\"value\":\"other\"}]"))
                .isInstanceOfSatisfying(KubernetesClientException.class, e -> assertThat(e.getCode()).isEqualTo(422));
    }

    @Test
    void staleUpdateIsAConflictWithReasonConflict() {
        Node first = client.nodes().resource(node("n1")).create();
        client.nodes()
                .withName("n1")
                .edit(old -> new NodeBuilder(old).editMetadata().addToLabels("a", "1").endMetadata().build());
        assertThatThrownBy(() -> client.nodes().resource(first).update())
                .isInstanceOfSatisfying(KubernetesClientException.class, e -> {
                    assertThat(e.getCode()).isEqualTo(409);
                    assertThat(e.getStatus().getReason()).isEqualTo("Conflict");
                });
    }

    @Test
    void worksOverHttpsWithTheAuthorityFromTheKubeconfigOnly() throws IOException {
        stop();
        use(ClusterOptions.defaults().with(Feature.TLS));
        assertThat(cluster.url()).startsWith("https://");
        client.nodes().resource(node("n1")).create();
        try (SharedIndexInformer<Node> informer = client.nodes().inform()) {
            client.nodes().resource(node("n2")).create();
            Await.until("both seen", () -> informer.getStore().listKeys().size() == 2);
        }
        Config trusting = new ConfigBuilder().withMasterUrl(cluster.url())
                .withCaCertData(null)
                .withAutoConfigure(false)
                .withRequestRetryBackoffLimit(0)
                .build();
        try (KubernetesClient stranger = new KubernetesClientBuilder().withConfig(trusting).build()) {
            assertThatThrownBy(() -> stranger.nodes().list()).isInstanceOf(KubernetesClientException.class)
                    .rootCause()
                    .hasMessageContaining("unable to find valid certification path");
        }
    }

    @Test
    void eventsAreWrittenAndRead() {
        client.v1()
                .events()
                .inNamespace("default")
                .resource(new EventBuilder().withNewMetadata()
                        .withGenerateName("web.")
                        .endMetadata()
                        .withNewInvolvedObject()
                        .withKind("Service")
                        .withName("web")
                        .withNamespace("default")
                        .endInvolvedObject()
                        .withReason("EnsuringLoadBalancer")
                        .withType("Normal")
                        .withMessage("hello")
                        .build())
                .create();
        assertThat(
                client.v1().events().inNamespace("default").withField("involvedObject.name", "web").list().getItems())
                .singleElement()
                .satisfies(event -> assertThat(event.getReason()).isEqualTo("EnsuringLoadBalancer"));
        assertThat(client.events().v1().events().inNamespace("default").list().getItems()).singleElement()
                .satisfies(event -> assertThat(event.getNote()).isEqualTo("hello"));
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void informerFollowsOverWebSocketAndOverChunkedWatch(boolean webSockets) throws IOException {
        if (!webSockets) {
            stop();
            use(ClusterOptions.defaults().with(Feature.CHUNKED_WATCHES));
        }
        List<String> seen = new CopyOnWriteArrayList<>();
        client.services().resource(service("before")).create();
        try (SharedIndexInformer<Service> informer = client.services().inAnyNamespace().inform(recorder(seen))) {
            client.services().resource(service("after")).create();
            Await.until("both added", () -> seen.containsAll(List.of("+before", "+after")));
            cluster.patchStatus("services", "default", "after",
                    Json.parse("{loadBalancer: {ingress: [{ip: 1.2.3.4}]}}"));
            Await.until("change seen", () -> seen.contains("~after"));
            cluster.delete("services", "default", "before");
            Await.until("deletion seen", () -> seen.contains("-before"));
            assertThat(informer.getStore().listKeys()).containsExactlyInAnyOrder("default/after", "default/kubernetes");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"CLOSED", "CUT", "EXPIRED"})
    void informerRecoversHoweverItsWatchEnds(Watches.End how) {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (SharedIndexInformer<Service> informer = client.services().inAnyNamespace().inform(recorder(seen))) {
            Await.until("watching", () -> cluster.openWatches() == 1);
            cluster.endWatches(how);
            cluster.expireHistory();
            cluster.apply("{apiVersion: v1, kind: Service, metadata: {name: late}, spec: {ports: [{port: 1}]}}");
            Await.until("late one seen", () -> informer.getStore().listKeys().contains("default/late"));
        }
    }

    @Test
    void closedInformerLeavesNoWatchBehind() {
        SharedIndexInformer<Service> informer = client.services().inAnyNamespace().inform();
        Await.until("watching", () -> cluster.openWatches() == 1);
        informer.close();
        Await.until("watch gone", () -> cluster.openWatches() == 0);
    }

    @Test
    void leadershipPassesToTheSecondCandidate() {
        List<String> seen = new CopyOnWriteArrayList<>();
        try (KubernetesClient second = client()) {
            LeaderElector one = elector(client, "one", seen);
            LeaderElector two = elector(second, "two", seen);
            CompletableFuture<?> running = one.start();
            Await.until("one leads", () -> seen.contains("+one"));
            CompletableFuture<?> waiting = two.start();
            running.cancel(true);
            Await.until("two leads", () -> seen.contains("+two"));
            assertThat(cluster.get("leases", "kube-system", "lock").orElseThrow().at("/spec/holderIdentity").asText())
                    .isEqualTo("two");
            waiting.cancel(true);
        }
    }

    private static LeaderElector elector(KubernetesClient client, String name, List<String> seen) {
        return client.leaderElector()
                .withConfig(new LeaderElectionConfigBuilder().withName("test")
                        .withLock(new LeaseLock("kube-system", "lock", name))
                        .withLeaseDuration(Duration.ofSeconds(3))
                        .withRenewDeadline(Duration.ofSeconds(2))
                        .withRetryPeriod(Duration.ofMillis(200))
                        .withReleaseOnCancel()
                        .withLeaderCallbacks(
                                new LeaderCallbacks(() -> seen.add("+" + name), () -> seen.add("-" + name), id -> {}))
                        .build())
                .build();
    }

    private static ResourceEventHandler<Service> recorder(List<String> seen) {
        return new ResourceEventHandler<>() {
            @Override
            public void onAdd(Service service) {
                seen.add("+" + service.getMetadata().getName());
            }

            @Override
            public void onUpdate(Service before, Service after) {
                seen.add("~" + after.getMetadata().getName());
            }

            @Override
            public void onDelete(Service service, boolean unknown) {
                seen.add("-" + service.getMetadata().getName());
            }
        };
    }
}
