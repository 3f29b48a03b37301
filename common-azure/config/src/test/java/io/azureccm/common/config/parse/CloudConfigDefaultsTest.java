package io.azureccm.common.config.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.CloudConfigType;
import io.azureccm.common.config.VmType;
import io.azureccm.common.config.arm.CacheKind;
import io.azureccm.common.config.loadbalancer.BackendPoolType;
import io.azureccm.common.config.loadbalancer.LoadBalancerSku;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class CloudConfigDefaultsTest {

    @Test
    void anEmptyDocumentGivesTheDefaultsOfTheReference() {
        CloudConfig config = parse("{}");

        assertThat(config.loadBalancer().sku()).isEqualTo(LoadBalancerSku.STANDARD);
        assertThat(config.loadBalancer().pool().type()).isEqualTo(BackendPoolType.NODE_IP_CONFIGURATION);
        assertThat(config.loadBalancer().controlPlaneExcluded()).isTrue();
        assertThat(config.loadBalancer().rules().maximumRuleCount()).isEqualTo(250);
        assertThat(config.machines().vmType()).isEqualTo(VmType.SCALE_SET);
        assertThat(config.loading().type()).isEqualTo(CloudConfigType.MERGE);
        assertThat(config.arm().rateLimits().common().enabled()).isFalse();
        assertThat(config.arm().backoff().retries()).isEqualTo(1);
        assertThat(config.arm().backoff().httpRetries()).isEqualTo(3);
        assertThat(config.arm().caches().ttl(CacheKind.SCALE_SETS)).isEqualTo(Duration.ofMinutes(10));
        assertThat(config.routes().settleTime()).isZero();
    }

    @Test
    void groupsAndSubscriptionsFallBackToThoseOfTheCluster() {
        CloudConfig config = parse("""
                resourceGroup: K8s
                subscriptionID: 00000000-0000-0000-0000-000000000001
                """);

        assertThat(config.networkSubscriptionId()).isEqualTo("00000000-0000-0000-0000-000000000001");
        assertThat(config.vnetResourceGroup()).isEqualTo("K8s");
        assertThat(config.securityGroupResourceGroup()).isEqualTo("K8s");
        assertThat(config.routeTableResourceGroup()).isEqualTo("K8s");
        assertThat(config.loadBalancerResourceGroup()).isEqualTo("K8s");
        assertThat(config.privateLinkServiceResourceGroup()).isEqualTo("K8s");
        assertThat(config.loadBalancerName("blue")).isEqualTo("blue");
    }

    @Test
    void namedGroupsAndSubscriptionsWin() {
        CloudConfig config = parse("""
                {"resourceGroup": "k8s", "subscriptionId": "a", "networkResourceSubscriptionID": "b",
                 "vnetResourceGroup": "net", "securityGroupResourceGroup": "nsg", "routeTableResourceGroup": "rt",
                 "loadBalancerResourceGroup": "lb", "privateLinkServiceResourceGroup": "pls",
                 "loadBalancerName": "front"}
                """);

        assertThat(config.subscriptionId()).isEqualTo("a");
        assertThat(config.networkSubscriptionId()).isEqualTo("b");
        assertThat(config.vnetResourceGroup()).isEqualTo("net");
        assertThat(config.securityGroupResourceGroup()).isEqualTo("nsg");
        assertThat(config.routeTableResourceGroup()).isEqualTo("rt");
        assertThat(config.loadBalancerResourceGroup()).isEqualTo("lb");
        assertThat(config.privateLinkServiceResourceGroup()).isEqualTo("pls");
        assertThat(config.loadBalancerName("blue")).isEqualTo("front");
    }

    @Test
    void basicLoadBalancersKeepControlPlaneNodes() {
        assertThat(parse("loadBalancerSku: Basic").loadBalancer().controlPlaneExcluded()).isFalse();
    }

    private static CloudConfig parse(String text) {
        return CloudConfigParser.parse(new ConfigLayer("azure.json", text), Map.of()).orThrow();
    }
}
