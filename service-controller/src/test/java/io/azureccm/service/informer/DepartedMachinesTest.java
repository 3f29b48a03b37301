package io.azureccm.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.kube.informer.ResourceListener;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which machines are remembered as machines of deleted nodes. */
class DepartedMachinesTest {
    private static final String COMPUTE = "/subscriptions/s/resourceGroups/k8s/providers/Microsoft.Compute/virtualMachines/";

    private final List<ChangedObjects> alarms = new ArrayList<>();
    private final ServiceIndex serviceIndex = serviceIndex();
    private final ResourceListener<Node> nodes = serviceIndex.nodeListener();

    @Test
    void machineOfANodeThatLeftIsRememberedUntilANodeIsOnItAgain() {
        nodes.added(node("a", "one"));
        nodes.deleted(node("a", "one"), false);
        assertThat(serviceIndex.cluster().objects().departed())
                .containsExactly(machine("one"));
        nodes.added(node("b", "one"));
        assertThat(serviceIndex.cluster().objects().departed()).isEmpty();
    }

    @Test
    void nodeThatIsSeenOnAnotherMachineHasLeftTheFirst() {
        nodes.added(node("a", "one"));
        nodes.updated(node("a", "one"), node("a", "two"));
        assertThat(serviceIndex.cluster().objects().departed())
                .containsExactly(machine("one"));
        assertThat(alarms).hasSize(2);
    }

    @Test
    void whatDoesNotMatterToPoolsIsNoNews() {
        nodes.added(node("a", "one"));
        Node other = new NodeBuilder(node("a", "one")).editMetadata().addToLabels("x", "y").endMetadata().build();
        nodes.updated(node("a", "one"), other);
        assertThat(alarms).hasSize(1);
        assertThat(serviceIndex.cluster().objects().departed()).isEmpty();
    }

    @Test
    void onlyTheLastMachinesAreRemembered() {
        for (int i = 0; i < 6_000; i++) {
            nodes.added(node("a", "vm-" + i));
            nodes.deleted(node("a", "vm-" + i), false);
        }
        assertThat(serviceIndex.cluster().objects().departed()).hasSize(5_000)
                .contains(machine("vm-5999"))
                .doesNotContain(
                        machine("vm-0"));
    }

    private static Node node(String name, String machine) {
        return new NodeBuilder().withNewMetadata()
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withProviderID("azure://" + COMPUTE + machine)
                .endSpec()
                .build();
    }

    private static ArmId machine(String name) {
        return ArmId.parse(COMPUTE + name);
    }

    private ServiceIndex serviceIndex() {
        CloudConfig config = CloudConfigParser.parse(new ConfigLayer("azure.json", "{}"), Map.of()).orThrow();
        return new ServiceIndex(new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE)),
                new NodeFactsParser("k8s",
                        Set.of(), DrainPolicy.NONE, node -> Optional.empty()),
                new EndpointIndex(config.loadBalancer()),
                alarms::add);
    }
}
