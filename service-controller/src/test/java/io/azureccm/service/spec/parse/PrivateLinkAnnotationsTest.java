package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.PrivateLinkSpec;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stage;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The meaning of the azure-pls annotations of a Service, and the refusals of invalid ones. */
class PrivateLinkAnnotationsTest {
    private static final String PREFIX = "service.beta.kubernetes.io/";

    @Test
    void privateLinkServiceHasDefaultsForEverything() {
        assertThat(link("azure-pls-create: 'true'")).isEqualTo(new PrivateLinkSpec(true, false, "", "",
                new PrivateLinkSpec.Source("", 1, List.of(), false),
                new PrivateLinkSpec.Consumers(List.of(), List.of(), List.of())));
    }

    @ParameterizedTest
    @CsvSource({"true,true", "' TRUE ',true", "false,false", "1,false", "'',false"})
    void onlyTrueAsksForOne(String value, boolean wanted) {
        assertThat(link("azure-pls-create: '" + value + "'").wanted()).isEqualTo(wanted);
    }

    @Test
    void valuesAreReadAsWritten() {
        PrivateLinkSpec link = link("azure-pls-create: 'true'", "azure-pls-resource-group: ' links '",
                "azure-pls-name: ' my-pls '", "azure-pls-ip-configuration-subnet: pls-subnet",
                "azure-pls-ip-configuration-ip-address-count: ' 3 '",
                "azure-pls-ip-configuration-ip-address: '10.240.3.9  10.240.3.4'", "azure-pls-fqdns: 'a.com b.com'",
                "azure-pls-proxy-protocol: 'True'", "azure-pls-visibility: 's1 s2'", "azure-pls-auto-approval: s1");
        assertThat(link).isEqualTo(new PrivateLinkSpec(true, true, "links", "my-pls",
                new PrivateLinkSpec.Source("pls-subnet", 3, List.of("10.240.3.9", "10.240.3.4"), true),
                new PrivateLinkSpec.Consumers(List.of("a.com", "b.com"), List.of("s1", "s2"), List.of("s1"))));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource({"'* s1',*", "'s1 *',*", "'',", "s1,s1"})
    void starAnywhereMeansEverybody(String value, String subscription) {
        assertThat(link("azure-pls-create: 'true'", "azure-pls-visibility: '" + value + "'").consumers().visibleTo())
                .isEqualTo(subscription == null ? List.of() : List.of(subscription));
    }

    @ParameterizedTest(name = "{0} stops the private link service alone: {1}")
    @CsvSource(delimiter = '|', value = {
            "azure-pls-ip-configuration-ip-address-count: '0'|minimum number of private link service ipConfig is 1",
            "azure-pls-ip-configuration-ip-address-count: '9'|maximum number of private link service ipConfig is 8",
            "azure-pls-ip-configuration-ip-address-count: some|value must be a whole number; minimum number of private link service ipConfig is 1",
            "azure-pls-ip-configuration-ip-address: '10.0.0.1 10.0.0.2'|must be no smaller than number of static IPs",
            "azure-pls-ip-configuration-ip-address: 'fd00::1'|\"fd00::1\" is not an IPv4 address",
            "azure-pls-ip-configuration-ip-address: '10.0.0.1,10.0.0.2'|separated by spaces",
            "azure-pls-name: 'a/b'|must be a name of up to 80", "azure-pls-name: '-a'|must be a name of up to 80",
            "azure-pls-resource-group: 'a b'|must be the name of a resource group",
            "azure-pls-ip-configuration-subnet: 'a/b'|must be the name of a subnet"})
    void wrongValueIsRefusedAndSaysWhatIsRight(String annotation, String message) {
        ServiceSpec intent = parse(internal("azure-pls-create: 'true'", annotation), "");
        assertThat(intent.mistake()).isPresent();
        assertThat(intent.mistake().get().stage()).isEqualTo(Stage.PRIVATE_LINK);
        assertThat(intent.mistake().get().refusal().message()).contains(message,
                annotation.substring(0, annotation.indexOf(':')));
        assertThat(intent.mistake().get().covers(Stage.ACCESS)).isFalse();
    }

    @Test
    void withoutAPrivateLinkServiceItsAnnotationsCannotBeWrong() {
        ServiceSpec intent = parse(internal("azure-pls-ip-configuration-ip-address-count: '99'"), "");
        assertThat(intent.mistake()).isEmpty();
        assertThat(intent.privateLink().wanted()).isFalse();
        assertThat(intent.privateLink().isMentioned()).isTrue();
    }

    @Test
    void serviceThatIsBeingDeletedIsNotStoppedByItsPrivateLinkAnnotations() {
        Service service = service(internal("azure-pls-create: 'true'", "azure-pls-name: 'a/b'"), "");
        service.getMetadata().setDeletionTimestamp("2026-01-02T00:00:00Z");
        service.getMetadata().setFinalizers(List.of(LoadBalancerClass.SHARED_FINALIZER));
        assertThat(parser(true).parse(service, 1).mistake()).isEmpty();
    }

    @ParameterizedTest(name = "internal {0}, floating IP off {1}: refused {2}")
    @CsvSource({"true,false,false", "false,true,false", "true,true,false", "false,false,true"})
    void frontendIsInternalOrWithoutFloatingIp(boolean internal, boolean off, boolean refused) {
        ServiceSpec intent = parse(
                yaml("azure-pls-create: 'true'", "azure-load-balancer-internal: '" + internal + "'",
                        "azure-disable-load-balancer-floating-ip: '" + off + "'"),
                "");
        assertThat(intent.mistake().isPresent()).isEqualTo(refused);
        intent.mistake()
                .ifPresent(stop -> assertThat(stop.refusal().message()).contains(
                        "service requiring private link service must be internal or disable floating ip"));
    }

    @ParameterizedTest(name = "{0}: \"{1}\"")
    @CsvSource(delimiter = '|', value = {"IPv6|IPv6 is not supported for private link service", "IPv4|",
            "IPv4, IPv6|"})
    void frontendHasIpv4(String families, String message) {
        ServiceSpec intent = parse(internal("azure-pls-create: 'true'"), "ipFamilies: [" + families + "], ");
        assertThat(intent.mistake().isPresent()).isEqualTo(message != null);
        intent.mistake().ifPresent(stop -> assertThat(stop.refusal().message()).contains(message));
    }

    @Test
    void basicLoadBalancersHaveNoPrivateLinkServices() {
        ServiceSpec intent = parser(false).parse(service(internal("azure-pls-create: 'true'"), ""), 1);
        assertThat(intent.mistake().orElseThrow().refusal().message()).contains("Standard SKU");
    }

    @ParameterizedTest(name = "create {0}, proxy {1}: health check port {2}")
    @CsvSource({"true,true,false", "true,false,true", "false,true,true"})
    void localServiceBehindAProxyProtocolIsProbedOnItsPorts(String create, String proxy, boolean shared) {
        ServiceSpec intent = parse(
                internal("azure-pls-create: '" + create + "'", "azure-pls-proxy-protocol: '" + proxy + "'"),
                "externalTrafficPolicy: Local, healthCheckNodePort: 32000, ");
        assertThat(intent.traffic().sharedProbe().isPresent()).isEqualTo(shared);
        assertThat(intent.traffic().ports().getFirst().ownProbe().isPresent()).isEqualTo(!shared);
    }

    private static PrivateLinkSpec link(String... annotations) {
        ServiceSpec intent = parse(internal(annotations), "");
        assertThat(intent.mistake()).isEmpty();
        return intent.privateLink();
    }

    private static String internal(String... annotations) {
        return yaml("azure-load-balancer-internal: 'true'", annotations);
    }

    private static String yaml(String first, String... more) {
        return PREFIX + first + (more.length == 0 ? "" : ", " + PREFIX + String.join(", " + PREFIX, more));
    }

    private static ServiceSpec parse(String annotations, String spec) {
        return parser(true).parse(service(annotations, spec), 1);
    }

    private static ServiceSpecParser parser(boolean standard) {
        return new ServiceSpecParser(new SpecSettings(standard, false, 10256, "/healthz",
                TenantPolicy.DEFAULT, LoadBalancerClass.NONE));
    }

    private static Service service(String annotations, String spec) {
        return Serialization.unmarshal(
                "---\n{apiVersion: v1, kind: Service, metadata: {name: web, namespace: shop, uid: u, annotations: {"
                        + annotations + "}}, spec: {type: LoadBalancer, " + spec
                        + "ports: [{port: 80, protocol: TCP, nodePort: 30080}]}}",
                Service.class);
    }
}
