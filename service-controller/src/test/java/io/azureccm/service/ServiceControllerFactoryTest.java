package io.azureccm.service;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServiceControllerFactoryTest {
    private static final String CONFIG = """
            {"tenantId": "t", "subscriptionId": "00000000-0000-0000-0000-000000000001", "resourceGroup": "k8s", "location": "eastus",
             "vnetName": "v", "subnetName": "s", "securityGroupName": "n", "useManagedIdentityExtension": true, "loadBalancerName": "%s"}
            """;

    @ParameterizedTest
    @CsvSource(quoteCharacter = '~', nullValues = "-", value = {"'',kubernetes,-", "corp,dev-internal,-",
            "corp-INTERNAL,kubernetes,loadBalancerName \"corp-INTERNAL\"",
            "'',dev-internal,--cluster-name \"dev-internal\""})
    void aNameLikeThatOfAnInternalLoadBalancerIsWarnedOf(String loadBalancer, String cluster, String named) {
        CloudConfig config = CloudConfigParser
                .parse(new ConfigLayer("azure.json", CONFIG.formatted(loadBalancer.replace("'", ""))), Map.of())
                .orThrow();
        if (named == null)
            assertThat(ServiceControllerFactory.ambiguousName(config, cluster)).isEmpty();
        else
            assertThat(ServiceControllerFactory.ambiguousName(config, cluster)).get()
                    .asString()
                    .startsWith(named)
                    .endsWith("Set loadBalancerName, to which Services then move, without \"-internal\" at its end");
    }
}
