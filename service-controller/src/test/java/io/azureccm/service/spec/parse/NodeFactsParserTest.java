package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.NodeFacts;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The meaning of labels, taints and the provider id of a node for load balancing. */
class NodeFactsParserTest {
    private static final String COMPUTE = "/subscriptions/s/resourceGroups/k8s/providers/Microsoft.Compute/";

    @ParameterizedTest
    @CsvSource(textBlock = """
            a: b,                                                            false, false
            node.kubernetes.io/exclude-from-external-load-balancers: 'true', true,  false
            node.kubernetes.io/exclude-from-external-load-balancers: '',     true,  false
            node.kubernetes.io/exclude-from-external-load-balancers: maybe,  true,  false
            node.kubernetes.io/exclude-from-external-load-balancers: 'false', false, false
            node.kubernetes.io/exclude-from-external-load-balancers: 'F',    false, false
            kubernetes.azure.com/managed: 'false',                           true,  false
            kubernetes.azure.com/managed: 'False',                           true,  false
            kubernetes.azure.com/managed: 'true',                            false, false
            kubernetes.azure.com/resource-group: other,                      true,  false
            kubernetes.azure.com/resource-group: K8S,                        false, false
            node-role.kubernetes.io/control-plane: '',                       false, true
            node-role.kubernetes.io/master: '',                              false, true
            kubernetes.io/role: master,                                      false, true
            kubernetes.io/role: agent,                                       false, false
            """, quoteCharacter = '"')
    void labelsExcludeNodesAndNameTheControlPlane(String label, boolean excluded, boolean controlPlane) {
        NodeFacts facts = parse("labels: {" + label + "}", "");
        assertThat(facts.excluded()).isEqualTo(excluded);
        assertThat(facts.controlPlane()).isEqualTo(controlPlane);
    }

    @ParameterizedTest
    @CsvSource(textBlock = """
            virtualMachines/vm-0,                               virtualMachines/vm-0
            virtualMachineScaleSets/vmss/virtualMachines/3,     virtualMachineScaleSets/vmss/virtualMachines/3
            virtualMachineScaleSets/vmss/virtualMachines/vmss_3, virtualMachineScaleSets/vmss/virtualMachines/3
            """)
    void providerIdNamesTheMachine(String id, String machine) {
        assertThat(parse("", "providerID: azure://" + COMPUTE + id).machine().orElseThrow()).hasToString(
                COMPUTE + machine);
    }

    @ParameterizedTest
    @CsvSource({"azure://on-prem-node", "aws:///eu-west-1a/i-0", "''"})
    void otherProviderIdsNameNoMachine(String providerId) {
        assertThat(parse("", "providerID: \"" + providerId + "\"").machine()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"azure://on-prem-node,false", "Azure:///subscriptions/s,false", "'',false",
            "aws:///eu-west-1a/i-0,true",
            "vsphere://1,true", "rke2://n,true", "azure-arc:///subscriptions/s,true", "azure:/subscriptions/s,true",
            "' azure:///subscriptions/s',true"})
    void nodeOfAnotherCloudIsInNoPool(String providerId, boolean excluded) {
        assertThat(parse("", "providerID: \"" + providerId + "\"").excluded()).isEqualTo(excluded);
        assertThat(parse("", "providerID: \"" + providerId + "\"").serves()).isEqualTo(!excluded);
    }

    @Test
    void nodeThatTheAutoscalerTakesAwayIsLeaving() {
        assertThat(parse("", "taints: [{key: ToBeDeletedByClusterAutoscaler, effect: NoSchedule}]").leaving()).isTrue();
        assertThat(parse("", "taints: [{key: other, effect: NoSchedule}]").leaving()).isFalse();
    }

    /** Azure refuses a whole load balancer, or security group, with a member that is no address. */
    @ParameterizedTest
    @ValueSource(strings = {"''", "node-1", "10.0.0.04", "fe80::1%eth0", "'::ffff:10.0.0.5'"})
    void whatIsNoAddressIsNoneOfTheNode(String address) {
        NodeFacts facts = parse("", "}, status: {addresses: [{type: InternalIP, address: " + address
                + "}, {type: InternalIP, address: 10.0.0.4}, {type: ExternalIP, address: 20.0.0.4}]");
        assertThat(facts.internalIps()).containsExactly("10.0.0.4");
        assertThat(facts.ip(IpFamily.IPV6)).isEmpty();
    }

    private static NodeFacts parse(String metadata, String spec) {
        return new NodeFactsParser("k8s", Set.of(), DrainPolicy.NONE, node -> Optional.empty())
                .parse(Serialization.unmarshal("---\n{apiVersion: v1, kind: Node, metadata: {name: n"
                        + (metadata.isEmpty() ? "" : ", " + metadata) + "}, spec: {" + spec + "}}", Node.class));
    }
}
