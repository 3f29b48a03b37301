package io.azureccm.service.observed.read;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.azureccm.common.core.limit.Headroom;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which of the quotas of a region count. */
class SubscriptionUsageTest {
    @Test
    void everyCountOfPublicIpsIsTakenUnderTheNameThatAzureGivesItAndNothingElse() throws IOException {
        List<ObjectNode> usages = new ArrayList<>();
        new ObjectMapper()
                .readTree(
                        """
                                [{"currentValue": 6, "limit": 1000, "unit": "Count", "name": {"value": "PublicIPAddresses"}},
                                 {"currentValue": 5, "limit": 20, "unit": "Count", "name": {"value": "IPv4StandardSkuPublicIpAddresses"}},
                                 {"currentValue": 0, "limit": 0, "unit": "Count", "name": {"value": "StaticPublicIPAddresses"}},
                                 {"currentValue": 9, "limit": 100, "unit": "Count", "name": {"value": "LoadBalancers"}},
                                 {"currentValue": 9, "limit": 10}]
                                """)
                .forEach(each -> usages.add((ObjectNode) each));

        assertThat(SubscriptionUsage.of(usages)).containsExactly(
                new Headroom(Headroom.Limit.PUBLIC_IPS, "PublicIPAddresses", 6, 1000),
                new Headroom(Headroom.Limit.PUBLIC_IPS, "IPv4StandardSkuPublicIpAddresses", 5, 20));
    }
}
