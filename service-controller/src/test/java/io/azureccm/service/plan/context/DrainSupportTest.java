package io.azureccm.service.plan.context;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.plan.World;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DrainSupportTest {
    private final World world = new World(0).with("loadBalancerBackendPoolConfigurationType", "nodeIP")
            .with("loadBalancerSku", "standard");

    @Test
    void nodesCanBeDrainedWithPoolsOfAddressesOfStandardLoadBalancers() {
        assertThat(DrainSupport.of(new PlannerSettings(world.cloud(), "kubernetes",
                TenantPolicy.DEFAULT, false)).obstacle()).isEmpty();
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"cloud,AzureStackCloud,Azure Stack does not support the admin state",
            "loadBalancerSku,basic,set loadBalancerSku to standard",
            "loadBalancerBackendPoolConfigurationType,nodeIPConfiguration,set loadBalancerBackendPoolConfigurationType to nodeIP"})
    void obstacleSaysWhatWouldBeRight(String key, String value, String says) {
        world.with(key, value);
        if (key.equals("cloud"))
            world.with("resourceManagerEndpoint", "https://management.local.azurestack.test");

        assertThat(DrainSupport.of(new PlannerSettings(world.cloud(), "kubernetes",
                TenantPolicy.DEFAULT, false)).obstacle().orElseThrow())
                .contains(says);
    }
}
