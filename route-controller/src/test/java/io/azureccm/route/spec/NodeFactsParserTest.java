package io.azureccm.route.spec;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.options.NodeFilter;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.net.Cidr;
import io.azureccm.route.spec.NodeFacts.Care;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NodeFactsParserTest {
    private static final NodeFactsParser ALL = new NodeFactsParser(Optional.empty());

    @Test
    void takesRangesAndInternalAddressesInTheirOrder() {
        NodeFacts facts = ALL.parse(
                node("""
                        {metadata: {name: n1, uid: u1, creationTimestamp: "2026-01-01T00:00:00Z"},
                         spec: {providerID: "azure:///subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachines/n1",
                                podCIDRs: ["10.244.0.0/24", "fd00:10:244::/64"]},
                         status: {addresses: [{type: Hostname, address: n1}, {type: ExternalIP, address: 20.0.0.1},
                           {type: InternalIP, address: 10.240.0.4}, {type: InternalIP, address: 10.240.0.5},
                           {type: InternalIP, address: "fd00::4"}]}}"""));

        assertThat(facts.podCidrs()).containsExactly("10.244.0.0/24", "fd00:10:244::/64");
        assertThat(facts.addressesLike(Cidr.parse("10.0.0.0/8").orElseThrow())).containsExactly("10.240.0.4",
                "10.240.0.5");
        assertThat(facts.addressesLike(Cidr.parse("fd00::/8").orElseThrow())).containsExactly("fd00::4");
        assertThat(facts.machine()).isPresent();
        assertThat(facts.created()).isEqualTo("2026-01-01T00:00:00Z");
    }

    @Test
    void aNodeThatJustJoinedHasNothing() {
        NodeFacts facts = ALL.parse(node("{metadata: {name: n1, uid: u1}}"));

        assertThat(facts.podCidrs()).isEmpty();
        assertThat(facts.addressesLike(Cidr.parse("10.0.0.0/8").orElseThrow())).isEmpty();
        assertThat(facts.machine()).isEmpty();
        assertThat(facts.care()).isEqualTo(Care.OURS);
    }

    @ParameterizedTest
    @CsvSource({"false,UNMANAGED", "False,UNMANAGED", "true,OURS", "'',OURS"})
    void theLabelTellsWhetherANodeIsManaged(String value, Care care) {
        assertThat(ALL.parse(node("{metadata: {name: n1, labels: {kubernetes.azure.com/managed: \"" + value + "\"}}}"))
                .care()).isEqualTo(care);
    }

    @ParameterizedTest
    @CsvSource({"vsphere://4230-9f1a", "aws:///eu-1a/i-0f5", "hcloud://17", "metal3://ns/host", "rke2://n1",
            "azure-arc:///subscriptions/s/n1", "kind://docker/kind/n1", "n1"})
    void aProviderIdThatIsNotOfAzureIsOfAnotherCloudUnlessALabelSaysWhoManagesTheNode(String providerId) {
        String spec = ", spec: {providerID: \"" + providerId + "\"}}";
        NodeFacts facts = ALL.parse(node("{metadata: {name: n1}" + spec));

        assertThat(facts.care()).isEqualTo(Care.ELSEWHERE);
        assertThat(facts.machine()).isEmpty();
        assertThat(ALL.parse(node("{metadata: {name: n1}, spec: {providerID: \"Azure:///subscriptions/s\"}}")).care())
                .isEqualTo(Care.OURS);
        assertThat(ALL.parse(node("{metadata: {name: n1, labels: {kubernetes.azure.com/managed: \"false\"}}" + spec))
                .care()).isEqualTo(Care.UNMANAGED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "pool_3", "POOL_3"})
    void theMachineIsTheInstanceWithTheNumberAlsoIfTheProviderIdHasItsName(String instance) {
        String set = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Compute/virtualMachineScaleSets/pool";

        assertThat(ALL.parse(node("{metadata: {name: n1}, spec: {providerID: \"azure://" + set + "/virtualMachines/"
                + instance + "\"}}")).machine()).contains(ArmId.parse(set + "/virtualMachines/3"));
    }

    @ParameterizedTest
    @CsvSource({"blue,OURS", "green,LEFT_OUT"})
    void theFilterLeavesNodesOut(String pool, Care care) {
        NodeFactsParser blue = new NodeFactsParser(NodeFilter.parse("pool=blue"));
        assertThat(blue.parse(node("{metadata: {name: n1, labels: {pool: " + pool + "}}}")).care()).isEqualTo(care);
    }

    private static Node node(String yaml) {
        return Serialization.unmarshal("---\n" + yaml, Node.class);

    }
}
