package io.azureccm.common.arm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.common.core.ArmId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every path the suite calls has the api-version its clients are made for, in Azure and on Azure Stack. */
class ApiVersionsTest {
    private static final String GROUP = "/subscriptions/s/resourceGroups/rg";

    @ParameterizedTest
    @CsvSource({"/providers/Microsoft.Network/loadBalancers/a, 2025-05-01, 2018-11-01",
            "/providers/Microsoft.Network/loadBalancers, 2025-05-01, 2018-11-01",
            "/providers/Microsoft.Network/loadBalancers/a/backendAddressPools/p, 2025-05-01, 2018-11-01",
            "/providers/Microsoft.Network/publicIPAddresses/a, 2025-05-01, 2018-11-01",
            "/providers/Microsoft.Network/virtualNetworks/v/subnets/s, 2025-05-01, 2018-11-01",
            "/providers/Microsoft.Network/privateLinkServices/p, 2025-05-01, 2019-03-01",
            "/providers/Microsoft.Network/publicIPPrefixes/p, 2025-05-01, 2025-05-01",
            "/providers/Microsoft.Compute/virtualMachines/vm, 2025-04-01, 2017-12-01",
            "/providers/Microsoft.Compute/availabilitySets, 2025-04-01, 2019-07-01",
            "/providers/Microsoft.Compute/virtualMachineScaleSets/x, 2025-04-01, 2019-07-01",
            "/providers/Microsoft.Compute/virtualMachineScaleSets/x/virtualMachines/0, 2025-04-01, 2019-07-01",
            "/providers/microsoft.Compute/virtualMachineScaleSets/x/virtualMachines/0/networkInterfaces/n, 2018-10-01, 2018-10-01",
            "/providers/Microsoft.Compute/virtualMachineScaleSets/x/virtualMachines/0/networkInterfaces/n/ipconfigurations/i/publicipaddresses/p, 2018-10-01, 2018-10-01",
            "/providers/Microsoft.Compute/virtualMachineScaleSets/x/networkInterfaces, 2018-10-01, 2018-10-01",
            "/providers/Microsoft.Compute/virtualMachineScaleSets/x/publicIPAddresses, 2018-10-01, 2018-10-01",
            "/providers/Microsoft.KeyVault/vaults/v, 2024-11-01, 2024-11-01", "'', 2021-04-01, 2021-04-01"})
    void versionOfEachType(String path, String azure, String stack) {
        assertThat(ApiVersions.AZURE.of(ArmId.parse(GROUP + path))).isEqualTo(azure);
        assertThat(ApiVersions.AZURE_STACK.of(ArmId.parse(GROUP + path))).isEqualTo(stack);
    }

    @Test
    void providerOfASubscriptionHasTheVersionOfResources() {
        assertThat(ApiVersions.AZURE.of(ArmId.parse("/subscriptions/s/providers/Microsoft.Compute")))
                .isEqualTo("2021-04-01");
    }

    @Test
    void typeNobodyThoughtOfIsAnError() {
        assertThatThrownBy(() -> ApiVersions.AZURE.of(ArmId.parse(GROUP + "/providers/Microsoft.Sql/servers/a")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Microsoft.Sql/servers");
    }
}
