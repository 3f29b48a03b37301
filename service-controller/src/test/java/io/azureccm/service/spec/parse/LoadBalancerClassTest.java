package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which Services an instance serves, cleans up, or leaves to another controller. */
class LoadBalancerClassTest {
    private static final String SHARED = "service.kubernetes.io/load-balancer-cleanup";
    private static final String OWN = "example.com/load-balancer-cleanup.azure";
    private static final LoadBalancerClass OF_CLASS = new LoadBalancerClass("example.com/azure");

    @ParameterizedTest(name = "class {0}, finalizer {1}, {2}: {3}, without a class {4}")
    @CsvSource(delimiter = '|', value = {"example.com/azure||LoadBalancer|wants|elsewhere",
            "example.com/azure|" + OWN + "|LoadBalancer|wants|elsewhere",
            "example.com/azure|" + SHARED + "|LoadBalancer|wants|nothing", "||LoadBalancer|elsewhere|wants",
            "|" + SHARED + "|LoadBalancer|elsewhere|wants", "|" + OWN + "|LoadBalancer|cleanup|wants",
            "example.com/other|" + OWN + "|LoadBalancer|cleanup|elsewhere",
            "example.com/other||LoadBalancer|elsewhere|elsewhere", "|" + OWN + "|ClusterIP|cleanup|nothing",
            "|" + SHARED + "|ClusterIP|nothing|cleanup", "||ClusterIP|nothing|nothing"})
    void eachServiceHasOneController(String name, String finalizer, String type, String ofClass, String withoutClass) {
        Service service = service(name, finalizer, type);
        assertThat(role(OF_CLASS, service)).isEqualTo(ofClass);
        assertThat(role(LoadBalancerClass.NONE, service)).isEqualTo(withoutClass);
    }

    @Test
    void deletedServiceIsCleanedUpByTheControllerThatServedIt() {
        Service service = service("example.com/azure", OWN, "LoadBalancer");
        service.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");
        assertThat(OF_CLASS.needsCleanup(service)).isTrue();
        assertThat(LoadBalancerClass.NONE.needsCleanup(service)).isFalse();
    }

    @Test
    void finalizerIsAQualifiedNameOfTheClass() {
        assertThat(OF_CLASS.finalizer()).isEqualTo(OWN);
        assertThat(new LoadBalancerClass("azure").finalizer()).isEqualTo("azureccm.io/load-balancer-cleanup.azure");
        assertThat(LoadBalancerClass.NONE.finalizer()).isEqualTo(SHARED);
    }

    @Test
    void serviceWaitsUntilTheOtherControllerHasCleanedUp() {
        ServiceSpecParser parser = new ServiceSpecParser(
                new SpecSettings(true, false, 10256, "/healthz", TenantPolicy.DEFAULT,
                        OF_CLASS));
        ServiceSpec left = parser.parse(service("example.com/azure", SHARED, "LoadBalancer"), 1);
        assertThat(left.mistake().map(Stop::refusal).orElseThrow().code()).isEqualTo("LeftElsewhere");
        assertThat(parser.parse(service("example.com/azure", OWN, "LoadBalancer"), 1).mistake()).isEmpty();
    }

    private static String role(LoadBalancerClass served, Service service) {
        if (served.needsCleanup(service))
            return "cleanup";
        return served.wants(service) ? "wants" : served.isServedElsewhere(service) ? "elsewhere" : "nothing";
    }

    private static Service service(String name, String finalizer, String type) {
        return Serialization.unmarshal("""
                ---
                {apiVersion: v1, kind: Service, metadata: {namespace: shop, name: web, uid: u, finalizers: [%s]},
                 spec: {type: %s%s}}
                """.formatted(finalizer == null ? "" : finalizer, type,
                name == null ? "" : ", loadBalancerClass: " + name), Service.class);
    }
}
