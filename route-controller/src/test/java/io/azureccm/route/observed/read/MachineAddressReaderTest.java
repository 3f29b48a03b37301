package io.azureccm.route.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.arm.ArmException;
import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.machine.read.ListedArm;
import io.azureccm.common.machine.read.MachineReader;
import io.azureccm.route.observed.MachineAddresses;
import io.azureccm.route.spec.NodeFacts;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MachineAddressReaderTest {
    private static final String NETWORK = "/subscriptions/s/resourceGroups/Rg/providers/Microsoft.Network/";
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.parse("2030-01-01T00:00:00Z"));

    private static CloudConfig cloud() {
        String text = """
                {"subscriptionId": "s", "resourceGroup": "Rg", "location": "westeurope", "vmType": "vmss"}""";
        return ((ParsedCloudConfig.Accepted) CloudConfigParser.parse(new ConfigLayer("azure.json", text), Map.of()))
                .config();
    }

    @Test
    void publicAddressesWhichTheRoleDoesNotGrantAreNotRead() {
        ListedArm arm = new ListedArm().single("vm-1", "vm-1", "10.0.0.9");
        arm.put(NETWORK + "networkInterfaces/vm-1-nic", """
                {'properties':{'ipConfigurations':[{'properties':{'privateIPAddress':'10.0.0.9',
                 'publicIPAddress':{'id':'%s'}}}]}}""".formatted(NETWORK + "publicIPAddresses/pip"));
        arm.fail(NETWORK + "publicIPAddresses", ArmException.Kind.FORBIDDEN, null);
        NodeFacts node = new NodeFacts("n1", "u1", "", List.of("10.244.0.0/24"), List.of(),
                NodeFacts.Provider.of("azure://" + ListedArm.COMPUTE + "virtualMachines/vm-1"), NodeFacts.Care.OURS);

        assertThat(new MachineAddressReader(new MachineReader(cloud(), arm, CLOCK), "Rg", Duration.ofMinutes(10), CLOCK)
                .read(List.of(node))).containsEntry("n1", new MachineAddresses(List.of("10.0.0.9"), ""));
        assertThat(arm.asked).doesNotContain("LIST publicIPAddresses");
    }
}
