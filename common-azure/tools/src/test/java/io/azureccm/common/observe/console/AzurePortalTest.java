package io.azureccm.common.observe.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which portal shows the resources of a cloud. */
class AzurePortalTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}| https://portal.azure.com
            {cloud: AzurePublicCloud}| https://portal.azure.com
            {cloud: AzureUSGovernmentCloud}| https://portal.azure.us
            {cloud: azurechinacloud}| https://portal.azure.cn
            {cloud: AzureStackCloud, resourceManagerEndpoint: 'https://management.local.azurestack.external/'}| ''
            """)
    void eachPublicCloudHasOne(String config, String portal) {
        assertThat(AzurePortal.of(CloudConfigParser.parse(new ConfigLayer("azure.json", config), Map.of()).orThrow())
                .orElse("")).isEqualTo(portal);
    }
}
