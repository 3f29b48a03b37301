package io.azureccm.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.azureccm.common.config.loadbalancer.LoadBalancerConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.service.spec.ServiceKey;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The nodes with pods of a Service, the labels of its namespace, and which changes are reported. */
class EndpointIndexTest {
    private static final ServiceKey WEB = new ServiceKey("shop", "web");

    private final List<String> news = new ArrayList<>();
    private final EndpointIndex endpoints = endpoints("serviceNamespaceSelector: {matchLabels: {team: a}}");

    @ParameterizedTest
    @CsvSource(textBlock = """
            {},                                              true
            {ready: true},                                   true
            {ready: false},                                  false
            {ready: false; serving: true; terminating: true},  true
            {ready: false; serving: false; terminating: true}, false
            """)
    void nodeCountsWhileAPodOnItServes(String conditions, boolean counts) {
        endpoints.sliceListener().added(slice("one", "web", "n1", conditions.replace(';', ',')));
        assertThat(nodes()).contains(counts ? Set.of("n1") : Set.of());
    }

    @Test
    void nodesOfAllSlicesCountUntilTheLastSliceThatNamesThemIsGone() {
        endpoints.sliceListener().added(slice("one", "web", "n1", "{}"));
        endpoints.sliceListener().added(slice("two", "web", "n1", "{}"));
        endpoints.sliceListener().added(slice("three", "other", "n3", "{}"));
        assertThat(nodes()).contains(Set.of("n1"));
        endpoints.sliceListener().deleted(slice("one", "web", "n1", "{}"), false);
        assertThat(nodes()).contains(Set.of("n1"));
        endpoints.sliceListener().deleted(slice("two", "web", "n1", "{}"), false);
        assertThat(nodes()).isEmpty();
        assertThat(news).containsExactly("shop/web", "shop/other", "shop/web");
    }

    @Test
    void sliceWithoutPodsSaysThatNoNodeRunsAny() {
        assertThat(nodes()).as("no slice is known").isEmpty();
        endpoints.sliceListener().added(slice("one", "web", "n1", "{ready: false}"));
        assertThat(nodes()).contains(Set.of());
        endpoints.sliceListener().deleted(slice("one", "web", "n1", "{ready: false}"), false);
        assertThat(nodes()).isEmpty();
        assertThat(news).containsExactly("shop/web", "shop/web");
    }

    @Test
    void sliceThatGoesOverToAnotherServiceTakesItsNodesAlong() {
        endpoints.sliceListener().added(slice("one", "web", "n1", "{}"));
        endpoints.sliceListener().updated(slice("one", "web", "n1", "{}"), slice("one", "other", "n1", "{}"));
        assertThat(nodes()).isEmpty();
        assertThat(news).containsExactly("shop/web", "shop/web", "shop/other");
    }

    @Test
    void changeThatLeavesTheNodesAsTheyAreIsNoNews() {
        endpoints.sliceListener().added(slice("one", "web", "n1", "{}"));
        endpoints.sliceListener()
                .updated(slice("one", "web", "n1", "{}"), slice("one", "web", "n1", "{ready: true}"));
        assertThat(news).containsExactly("shop/web");
    }

    /** Measured by memory allocation, which is independent of the load of the machine. */
    @Test
    void changeOfASliceTakesAsMuchWorkAmongManyAsAmongFew() {
        assertThat(bytesOfAChangeAmong(1_000)).isLessThan(2 * bytesOfAChangeAmong(10) + 10_000);
    }

    private long bytesOfAChangeAmong(int slices) {
        EndpointIndex index = endpoints("allowServicePlacement: true");
        for (int i = 0; i < slices; i++)
            index.sliceListener().added(slice("slice-" + i, "web", "n" + i, "{}"));
        EndpointSlice before = slice("slice-0", "web", "n0", "{}");
        EndpointSlice after = slice("slice-0", "web", "other", "{}");
        index.sliceListener().updated(before, after);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long start = threads.getCurrentThreadAllocatedBytes();
        index.sliceListener().updated(after, before);
        return threads.getCurrentThreadAllocatedBytes() - start;
    }

    @Test
    void onlyLabelsThatASelectorLooksAtAreNews() {
        endpoints.namespaceListener().added(namespace(Map.of("team", "a", "color", "red")));
        endpoints.namespaceListener().updated(null, namespace(Map.of("team", "a", "color", "blue")));
        assertThat(news).containsExactly("shop");
        assertThat(endpoints.labels(WEB.namespace())).contains(Map.of("team", "a"));
        endpoints.namespaceListener().updated(null, namespace(Map.of("team", "b")));
        assertThat(news).containsExactly("shop", "shop");
    }

    @Test
    void nothingIsWatchedThatTheCloudConfigMakesNoUseOf() {
        assertThat(endpoints("allowServicePlacement: true").namespacesMatter()).isFalse();
        assertThat(endpoints("allowServicePlacement: true").endpointsMatter()).isTrue();
        EndpointIndex single = new EndpointIndex(config("{}"));
        assertThat(single.endpointsMatter()).isFalse();
        assertThat(single.nodes(WEB)).isEmpty();
    }

    private EndpointIndex endpoints(String field) {
        EndpointIndex made = new EndpointIndex(config("{loadBalancerBackendPoolConfigurationType: nodeIP, "
                + "multipleStandardLoadBalancerConfigurations: [{name: kubernetes, primaryVMSet: a, " + field + "}]}"));
        made.listen(news::add, key -> news.add(key.toString()));
        return made;
    }

    private static LoadBalancerConfig config(String yaml) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", yaml), Map.of()).orThrow().loadBalancer();
    }

    private Optional<Set<String>> nodes() {
        return endpoints.nodes(WEB);
    }

    private static Namespace namespace(Map<String, String> labels) {
        return new NamespaceBuilder().withNewMetadata()
                .withName(WEB.namespace())
                .withLabels(labels)
                .endMetadata()
                .build();
    }

    private static EndpointSlice slice(String name, String service, String node, String conditions) {
        return Serialization.unmarshal("""
                apiVersion: discovery.k8s.io/v1
                kind: EndpointSlice
                addressType: IPv4
                metadata: {name: %s, namespace: shop, labels: {kubernetes.io/service-name: %s}}
                endpoints: [{addresses: [10.244.0.1], nodeName: %s, conditions: %s}]
                """.formatted(name, service, node, conditions), EndpointSlice.class);
    }
}
