package io.azureccm.node;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.flags.ControllerFlags;
import io.azureccm.common.config.flags.FlagsOutcome;
import io.azureccm.common.config.options.App;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The start report says what the controller does with its flags, and what it leaves to others. */
class NodeDescriptionTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                                    | provider ID, labels and addresses of Nodes; taints of Nodes; deletes Nodes whose machine is gone
            *,-cloud-node                        | taints of Nodes; deletes Nodes whose machine is gone; does not initialise Nodes, since --controllers leaves out cloud-node: the node agent or cloud-node-manager has to do it
            cloud-node-lifecycle-controller      | taints of Nodes; deletes Nodes whose machine is gone; does not initialise Nodes, since --controllers leaves out cloud-node: the node agent or cloud-node-manager has to do it
            *,-cloud-node-lifecycle              | provider ID, labels and addresses of Nodes; neither taints nor deletes Nodes, since --controllers leaves out cloud-node-lifecycle
            """)
    void itSaysWhatTheControllersDo(String controllers, String writes) {
        assertThat(describe("--controllers=" + controllers)).isEqualTo("nothing in Azure; " + writes);
    }

    @Test
    void podCidrsAreNamedWhereTheyAreAllocated() {
        assertThat(describe("--allocate-node-cidrs", "--cluster-cidr=10.244.0.0/16")).contains("; pod CIDRs of Nodes");
        assertThat(describe("--allocate-node-cidrs", "--cluster-cidr=10.244.0.0/16", "--controllers=*,-node-ipam"))
                .doesNotContain("pod CIDRs");
    }

    private static String describe(String... flags) {
        List<String> all = new ArrayList<>(List.of("--cloud-config=/etc/kubernetes/azure.json"));
        all.addAll(List.of(flags));
        return NodeDescription.of(((FlagsOutcome.Run) ControllerFlags.parse(App.NODE, all)).options()).writes();
    }
}
