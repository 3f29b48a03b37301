package io.azureccm.service.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.IpFamily;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.LoadBalancerClass;
import io.azureccm.service.spec.parse.ServiceSpecParser;
import io.azureccm.service.spec.parse.SpecSettings;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names that allow a cluster to be taken over from the reference and handed back. */
class ServiceNamesTest {
    private static final String UID = "11111111-2222-3333-4444-555555555566";
    private static final String BASE = "a1111111122223333444455555555556";

    @Test
    void baseNameIsAAndTheUidWithoutDashesCutTo32() {
        assertThat(ServiceNames.base(UID)).isEqualTo(BASE).hasSize(32);
    }

    @Test
    void plainExternalServiceNamesItsResourcesByItsUid() {
        ServiceSpec service = service("", "[IPv4]");
        assertThat(ServiceNames.frontend(service, IpFamily.IPV4)).isEqualTo(BASE);
        assertThat(ServiceNames.rule(service, "TCP", 80, IpFamily.IPV4)).isEqualTo(BASE + "-TCP-80");
        assertThat(ServiceNames.publicIp("kubernetes", service, IpFamily.IPV4)).isEqualTo("kubernetes-" + BASE);
    }

    @ParameterizedTest
    @CsvSource({"publicIPPrefixes/p, -p", "publicIPPrefixes/p/, ''"})
    void publicIpIsNamedAfterTheLastSegmentOfItsPrefixIfThatIsNotEmpty(String prefix, String end) {
        ServiceSpec service = service(Map.of("azure-pip-prefix-id",
                "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/" + prefix), "[IPv4]");
        assertThat(service.mistake()).isEmpty();
        assertThat(ServiceNames.publicIp("kubernetes", service, IpFamily.IPV4)).isEqualTo("kubernetes-" + BASE + end);
    }

    @Test
    void onlyTheIpv6HalfOfADualStackServiceHasASuffix() {
        ServiceSpec dual = service("", "[IPv6, IPv4]");
        ServiceSpec single = service("", "[IPv6]");
        assertThat(ServiceNames.frontend(dual, IpFamily.IPV4)).isEqualTo(BASE);
        assertThat(ServiceNames.frontend(dual, IpFamily.IPV6)).isEqualTo(BASE + "-IPv6");
        assertThat(ServiceNames.rule(dual, "UDP", 53, IpFamily.IPV6)).isEqualTo(BASE + "-UDP-53-IPv6");
        assertThat(ServiceNames.frontend(single, IpFamily.IPV6)).isEqualTo(BASE);
        assertThat(ServiceNames.publicIp("kubernetes", single, IpFamily.IPV6)).isEqualTo("kubernetes-" + BASE);
        assertThat(ServiceNames.pool("kubernetes", IpFamily.IPV6)).isEqualTo("kubernetes-IPv6");
    }

    @Test
    void subnetIsPartOfFrontendAndRuleNamesAndIsCutTo75() {
        ServiceSpec service = service("sub", "[IPv4]");
        assertThat(ServiceNames.frontend(service, IpFamily.IPV4)).isEqualTo(BASE + "-sub");
        assertThat(ServiceNames.rule(service, "TCP", 80, IpFamily.IPV4)).isEqualTo(BASE + "-sub-TCP-80");
        ServiceSpec letters = service("s".repeat(60), "[IPv4]");
        assertThat(ServiceNames.frontend(letters, IpFamily.IPV4)).hasSize(75).endsWith("s");
        assertThat(ServiceNames.rule(letters, "TCP", 80, IpFamily.IPV4)).hasSize(75).endsWith("s-TCP-80");
        ServiceSpec digits = service("9".repeat(60), "[IPv4]");
        assertThat(ServiceNames.frontend(digits, IpFamily.IPV4)).hasSize(75).endsWith("9_");
    }

    @Test
    void ownershipNeedsTheWholeBaseName() {
        ServiceSpec service = service("", "[IPv4]");
        assertThat(ServiceNames.owns(service, BASE)).isTrue();
        assertThat(ServiceNames.owns(service, BASE + "-TCP-80")).isTrue();
        assertThat(ServiceNames.owns(service, BASE.toUpperCase(java.util.Locale.ROOT) + "-TCP-80")).isTrue();
        assertThat(ServiceNames.owns(service, BASE + "f-TCP-80")).isFalse();
        assertThat(ServiceNames.owns(service, BASE.substring(0, 31))).isFalse();
    }

    private static ServiceSpec service(String subnet, String families) {
        return service(subnet.isEmpty()
                ? Map.of()
                : Map.of("azure-load-balancer-internal", "true", "azure-load-balancer-internal-subnet", subnet),
                families);
    }

    private static ServiceSpec service(Map<String, String> annotations, String families) {
        Service service = Serialization
                .unmarshal("---\n{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop, uid: " + UID
                        + "}, spec: {type: LoadBalancer, ipFamilies: " + families
                        + ", ports: [{port: 80, protocol: TCP, nodePort: 30080}]}}", Service.class);
        annotations.forEach((name, value) -> service.getMetadata()
                .getAnnotations()
                .put("service.beta.kubernetes.io/" + name, value));
        return new ServiceSpecParser(new SpecSettings(true, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE)).parse(service, 1);
    }
}
