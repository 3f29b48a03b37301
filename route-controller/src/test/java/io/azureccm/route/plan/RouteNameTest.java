package io.azureccm.route.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RouteNameTest {
    @ParameterizedTest
    @CsvSource({"aks-np-1,10.244.0.0/24,aks-np-1____102440024", "aks-np-1,fd00:10:244::/64,aks-np-1____fd001024464"})
    void isTheNodeAndTheRangeWithoutPunctuation(String node, String podCidr, String name) {
        assertThat(RouteName.of(node, podCidr).text()).isEqualTo(name);
        assertThat(RouteName.of(node, podCidr).isOfOurForm()).isTrue();
        assertThat(RouteName.of(node, podCidr).nodeKey()).isEqualTo(node);
    }

    @ParameterizedTest
    @CsvSource({"node1", "node1___1024", "node1____", "____1024", "node1____10-244", "to____firewall"})
    void otherFormsAreNobodys(String name) {
        assertThat(new RouteName(name).isOfOurForm()).isFalse();
        assertThat(new RouteName(name).nodeKey()).isEqualTo(name);
    }

    @Test
    void namesAreEqualWithoutRegardToCase() {
        assertThat(new RouteName("NODE-1____102440024").key()).isEqualTo(RouteName.of("node-1", "10.244.0.0/24").key());
        assertThat(new RouteName("NODE-1____102440024").nodeKey()).isEqualTo("node-1");
    }

    @Test
    void aNameLongerThanAzureTakesIsTold() {
        assertThat(RouteName.of("n".repeat(67), "10.244.0.0/24").isTooLong()).isFalse();
        assertThat(RouteName.of("n".repeat(68), "10.244.0.0/24").isTooLong()).isTrue();

    }
}
