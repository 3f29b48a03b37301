package io.azureccm.service.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.spec.IpFamily;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rule names and bodies must be identical to those of the reference. */
class SecurityRuleTest {
    @Test
    void nameIsAHashOfProtocolSourcesAndPortsInStringOrder() {
        assertThat(SecurityRule.allow(IpFamily.IPV4, "Tcp", List.of("Internet"), List.of(80), List.of("1.1.1.1"))
                .name())
                .isEqualTo("k8s-azure-lb_allow_IPv4_d39272f7f57ed937951650d93992ad77");
        assertThat(SecurityRule
                .allow(IpFamily.IPV4, "Tcp", List.of("192.168.0.0/16", "10.0.0.0/8"), List.of(80, 443),
                        List.of("1.1.1.1"))
                .name()).isEqualTo("k8s-azure-lb_allow_IPv4_aa523dfbe7b74c42cda57463a11c030c");
    }

    @Test
    void oneValueGoesIntoTheSingularPropertyAndSeveralIntoThePluralOne() {
        var one = SecurityRule.allow(IpFamily.IPV4, "Tcp", List.of("Internet"), List.of(80), List.of("1.1.1.1"))
                .at(500, "any")
                .json();
        assertThat(ArmJson.text(one, "properties", "destinationAddressPrefix")).isEqualTo("1.1.1.1");
        assertThat(one.path("properties").has("destinationAddressPrefixes")).isFalse();
        var two = SecurityRule
                .allow(IpFamily.IPV4, "Tcp", List.of("Internet"), List.of(80), List.of("2.2.2.2", "1.1.1.1"))
                .at(500, "any")
                .json();
        assertThat(ArmJson.texts(two, "properties", "destinationAddressPrefixes")).containsExactly("1.1.1.1",
                "2.2.2.2");
        assertThat(two.path("properties").has("destinationAddressPrefix")).isFalse();
    }
}
