package io.azureccm.common.arm.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.ArmId;
import java.net.URI;
import org.junit.jupiter.api.Test;

class ArmRequestTest {
    private static final URI URL = URI.create("https://arm.test/x");
    private static final ArmRequest READ = ArmRequest.get(
            ArmId.of("s", "rg", "Microsoft.Network/loadBalancers", "kubernetes"), URL);

    @Test
    void pollsAreCountedByThemselvesAndNamedAsReads() {
        assertThat(READ.poll(URL).counted()).isEqualTo("POLL");
        assertThat(READ.poll(URL).describe()).isEqualTo("GET loadBalancers/kubernetes");
        assertThat(READ.follow(URL).counted()).isEqualTo("GET");
    }
}
