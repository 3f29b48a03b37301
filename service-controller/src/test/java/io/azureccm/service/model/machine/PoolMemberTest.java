package io.azureccm.service.model.machine;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import io.azureccm.service.plan.World;
import io.azureccm.service.spec.IpFamily;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Joining and leaving pools changes only pool references, and only in the body that is sent. */
class PoolMemberTest {
    private static final ArmId OLD = pool("old");
    private static final ArmId NEW = pool("new");

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            Microsoft.Network/networkInterfaces       | {%s, "tags": {"a": "b"}}
            Microsoft.Compute/virtualMachineScaleSets | {"properties": {"virtualMachineProfile": {"networkProfile": {"networkInterfaceConfigurations": [{"x": 1, %s}]}}}}
            """)
    void memberKeepsWhatItDoesNotKnow(String type, String template) {
        String pools = "\"properties\": {\"y\": [2], \"ipConfigurations\": [{\"name\": \"ip\", \"z\": null, \"properties\": "
                + "{\"loadBalancerBackendAddressPools\": [{\"id\": \"/not/an/id\"}, {\"id\": \"%s\"}]}}]}";
        ObjectNode before = World.json(template.formatted(pools.formatted(OLD)));
        ObjectNode copy = before.deepCopy();
        PoolMember member = PoolMember.of(ArmId.of(World.SUBSCRIPTION, "k8s", type, "x"), before).orElseThrow();
        PoolMember after = member.with(Map.of(IpFamily.IPV4, Set.of(NEW)), Set.of(OLD));
        assertThat(after.profile().pools()).containsExactly(NEW);
        assertThat(after.json()).isEqualTo(World.json(template.formatted(pools.formatted(NEW))));
        assertThat(before).isEqualTo(copy);
    }

    @Test
    void instanceIsSentWithoutItsStateAndItsExtensions() {
        ArmId id = ArmId.of(World.SUBSCRIPTION, "k8s", ArmTypes.SCALE_SET, "a").child("virtualMachines", "0");
        PoolMember instance = PoolMember.of(id, World.json("""
                {"etag": "1", "resources": [{"name": "extension"}], "properties": {"provisioningState": "Succeeded",
                 "instanceView": {"statuses": []}, "protectionPolicy": {"protectFromScaleIn": true}}}
                """)).orElseThrow();
        assertThat(instance.with(Map.of(), Set.of()).json()).isEqualTo(World.json("""
                {"etag": "1", "properties": {"protectionPolicy": {"protectFromScaleIn": true}}}
                """));
    }

    @Test
    void resourceOfAnotherTypeIsNoPoolMember() {
        assertThat(PoolMember.of(ArmId.of(World.SUBSCRIPTION, "k8s", ArmTypes.VIRTUAL_MACHINE, "vm"), World.json("{}")))
                .isEmpty();
    }

    private static ArmId pool(String name) {
        return ArmId.of(World.SUBSCRIPTION, "k8s", ArmTypes.LOAD_BALANCER, "kubernetes")
                .child("backendAddressPools", name);
    }
}
