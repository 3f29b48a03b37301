package io.azureccm.service.reconcile.record;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.informer.ClusterParser;
import io.azureccm.service.informer.WatchedCluster;
import io.azureccm.service.informer.WatchedObjects;
import io.azureccm.service.spec.ServiceKey;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The form of the cluster in records, which later releases read. */
class ClusterRecordTest {
    private static final Map<ServiceKey, Set<String>> ENDPOINTS = Map.of(new ServiceKey("shop", "web"),
            Set.of("node-a"));

    private final ClusterParser parser = new ClusterParser(
            new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz", TenantPolicy.DEFAULT,
                    LoadBalancerClass.NONE)),
            new NodeFactsParser("k8s", Set.of(), DrainPolicy.NONE, node -> Optional.empty()));

    @Test
    void endpointsHaveTheNameOfTheService() {
        WatchedCluster cluster = parser
                .parse(new WatchedObjects(Map.of(), Map.of(), Set.of(), Set.of(), Map.of(), ENDPOINTS));

        JsonNode json = new ClusterRecord(parser).write(cluster);

        assertThat(json.at("/others/endpoints").toString()).isEqualTo("{\"shop/web\":[\"node-a\"]}");
    }

    @Test
    void endpointsAreReadByTheNameOfTheService() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("others").putObject("endpoints").putArray("shop/web").add("node-a");

        assertThat(new ClusterRecord(parser).read(json).objects().endpoints()).isEqualTo(ENDPOINTS);
    }
}
