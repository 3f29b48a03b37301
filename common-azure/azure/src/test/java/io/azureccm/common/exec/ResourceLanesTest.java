package io.azureccm.common.exec;

import static io.azureccm.common.core.Given.id;
import static io.azureccm.common.core.Given.loadBalancer;
import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import io.azureccm.common.core.ArmTypes;
import java.util.Locale;
import org.junit.jupiter.api.Test;

class ResourceLanesTest {
    @Test
    void partsOfANetworkResourceShareItsLaneAndInstancesOfAScaleSetHaveTheirOwn() {
        ArmId set = id(ArmTypes.SCALE_SET, "nodes");
        assertThat(ResourceLanes.laneOf(loadBalancer("lb").child("backendAddressPools", "p")))
                .isEqualTo(loadBalancer("lb"));
        assertThat(ResourceLanes.laneOf(set.child("virtualMachines", "0"))).isNotEqualTo(ResourceLanes.laneOf(set));
        assertThat(ResourceLanes.laneOf(ArmId.parse(loadBalancer("lb").toString().toUpperCase(Locale.ROOT))))
                .isEqualTo(ResourceLanes.laneOf(loadBalancer("lb")));
    }
}
