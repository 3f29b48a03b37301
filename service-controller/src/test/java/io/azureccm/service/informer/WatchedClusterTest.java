package io.azureccm.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.NodeFacts;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** What the watches show is one value, which can be made again from the objects alone. */
class WatchedClusterTest {
    private static final ServiceSpecParser SERVICES = new ServiceSpecParser(
            new SpecSettings(true, false, 10256, "/healthz", TenantPolicy.DEFAULT, LoadBalancerClass.NONE));
    private static final NodeFactsParser NODES = new NodeFactsParser("k8s",
            Set.of(), DrainPolicy.NONE, node -> Optional.empty());

    private final ServiceIndex index = new ServiceIndex(SERVICES, NODES,
            new EndpointIndex(CloudConfigParser.parse(new ConfigLayer("azure.json", "{}"), Map.of())
                    .orThrow()
                    .loadBalancer()),
            changed -> {});

    @Test
    void valueStaysTheSameUntilSomethingChanges() {
        index.serviceListener().added(service("web", "1"));
        index.nodeListener().added(node("a"));
        WatchedCluster before = index.cluster();
        assertThat(index.cluster()).isSameAs(before);
        index.nodeListener().updated(node("a"), labelled(node("a")));
        assertThat(index.cluster()).as("nothing that anybody reads has changed").isSameAs(before);

        index.serviceListener().updated(service("web", "1"), service("web", "2"));
        WatchedCluster after = index.cluster();
        assertThat(after.service("web").orElseThrow().service().getMetadata().getResourceVersion()).isEqualTo("2");
        assertThat(before.service("web").orElseThrow().service().getMetadata().getResourceVersion()).isEqualTo("1");
        assertThat(after.nodes()).as("other lists stay").isSameAs(before.nodes());
    }

    @Test
    void vanishedServiceStaysUntilItIsCleanedUp() {
        index.lead();
        index.serviceListener().added(service("web", "1"));
        index.serviceListener().deleted(service("web", "1"), false);
        assertThat(index.cluster().services()).extracting(ServiceSpec::wanted).containsExactly(false);
        index.cleaned("web");
        assertThat(index.cluster().services()).isEmpty();
    }

    @Test
    void objectsAloneMakeTheSameValueAgain() {
        index.lead();
        for (String name : List.of("web", "old", "api"))
            index.serviceListener().added(service(name, "1" + name.length()));
        index.serviceListener().deleted(service("old", "13"), false);
        for (String name : List.of("b", "a", "gone"))
            index.nodeListener().added(node(name));
        index.nodeListener().deleted(node("gone"), false);
        WatchedCluster seen = index.cluster();
        WatchedCluster again = new ClusterParser(SERVICES, NODES).parse(seen.objects());
        assertThat(again).isEqualTo(seen);
        assertThat(again.nodes()).extracting(NodeFacts::name).containsExactly("a", "b");
        Function<Service, List<String>> none = service -> List.of();
        assertThat(again.state(none, 2, Map.of())).isEqualTo(seen.state(none, 2, Map.of()));
    }

    private static Node node(String name) {
        return new NodeBuilder().withNewMetadata().withName(name).endMetadata().build();
    }

    private static Node labelled(Node node) {
        return new NodeBuilder(node).editMetadata().addToLabels("x", "y").endMetadata().build();
    }

    private static Service service(String name, String version) {
        return new ServiceBuilder().withNewMetadata()
                .withNamespace("shop")
                .withName(name)
                .withUid(name)
                .withResourceVersion(version)
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .endSpec()
                .build();
    }
}
