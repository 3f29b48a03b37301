package io.azureccm.service.informer;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.config.CloudConfig;
import io.azureccm.common.config.parse.CloudConfigParser;
import io.azureccm.common.config.parse.ConfigLayer;
import io.azureccm.common.config.parse.ParsedCloudConfig;
import io.azureccm.common.core.draining.DrainPolicy;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.NodeFactsParser;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Which Services the index contains, and for how long. */
class ServiceIndexTest {
    private final ServiceIndex serviceIndex = new ServiceIndex(
            new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                    TenantPolicy.DEFAULT, LoadBalancerClass.NONE)),
            new NodeFactsParser("k8s",
                    Set.of(), DrainPolicy.NONE, node -> Optional.empty()),
            new EndpointIndex(cloud().loadBalancer()), changed -> {});

    @Test
    void standbyRemembersOnlySoManyVanishedServices() {
        vanish(ServiceIndex.MAX_VANISHED + 10);
        assertThat(serviceIndex.cluster().objects().services()).hasSize(ServiceIndex.MAX_VANISHED)
                .doesNotContainKeys("u0", "u9")
                .containsKey("u10");
    }

    @Test
    void leaderRemembersAllUntilTheyAreTakenDown() {
        serviceIndex.lead();
        vanish(ServiceIndex.MAX_VANISHED + 10);
        assertThat(serviceIndex.cluster().objects().services()).hasSize(ServiceIndex.MAX_VANISHED + 10);
        serviceIndex.cleaned("u0");
        assertThat(serviceIndex.entry("u0")).isEmpty();
        serviceIndex.follow();
        assertThat(serviceIndex.cluster().objects().services()).hasSize(ServiceIndex.MAX_VANISHED);
    }

    @Test
    void serviceMadeAnewUnderTheSameNameIsBesideItsFormerSelf() {
        serviceIndex.serviceListener().added(service("web", "old"));
        serviceIndex.serviceListener().updated(service("web", "old"), service("web", "new"));
        assertThat(serviceIndex.entry("old").orElseThrow().vanished()).isTrue();
        assertThat(serviceIndex.entry("new").orElseThrow().vanished()).isFalse();
    }

    private void vanish(int count) {
        for (int i = 0; i < count; i++) {
            serviceIndex.serviceListener().added(service("s" + i, "u" + i));
            serviceIndex.serviceListener().deleted(service("s" + i, "u" + i), false);
        }
    }

    private static Service service(String name, String uid) {
        return new ServiceBuilder().withNewMetadata()
                .withName(name)
                .withNamespace("shop")
                .withUid(uid)
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .endSpec()
                .build();
    }

    private static CloudConfig cloud() {
        String text = "{subscriptionId: s, resourceGroup: k8s, location: eastus, useManagedIdentityExtension: true}";
        return switch (CloudConfigParser.parse(new ConfigLayer("azure.json", text), Map.of())) {
            case ParsedCloudConfig.Accepted accepted -> accepted.config();
            case ParsedCloudConfig.Rejected rejected -> throw new IllegalArgumentException(rejected.toString());
        };
    }
}
