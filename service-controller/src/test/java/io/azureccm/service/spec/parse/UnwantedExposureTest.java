package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.net.Cidr;
import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.parse.ServiceAnnotation.Exposure;
import io.azureccm.service.spec.parse.ServiceAnnotation.Type;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A Service that is reachable from the Internet against its user's intention has a notice, and only such a Service does. */
class UnwantedExposureTest {
    private static final String SENTENCE = "reachable from the Internet";
    private static final String PREFIX = ServiceAnnotation.PREFIX;
    private static final ServiceSpecParser PARSER = new ServiceSpecParser(
            new SpecSettings(true, false, 10256, "/healthz", TenantPolicy.DEFAULT, LoadBalancerClass.NONE));

    @ParameterizedTest(name = "{0}={1}")
    @CsvSource(delimiter = '|', textBlock = """
            azure-load-balancer-internal                                             | true
            azure-load-balancer-internal                                             | TRUE
            azure-load-balancer-internal                                             | yes
            service.kubernetes.io/azure-load-balancer-internal                       | true
            service.beta.kubernetes.io/azure-load-balancer-intern                    | true
            service.beta.kubernetes.io/azure-load-balancer-subnet                    | apps
            service.kubernetes.io/azure-load-balancer-internal-subnet                | apps
            azure-allowed-ip-ranges                                                  | 10.0.0.0/8
            load-balancer-source-ranges                                              | 10.0.0.0/8
            service.beta.kubernetes.io/azure-allowed-service-tag                     | AzureCloud
            azure-deny-all-except-load-balancer-source-ranges                        | true
            service.beta.kubernetes.io/aws-load-balancer-internal                    | true
            service.beta.kubernetes.io/aws-load-balancer-internal                    | 0.0.0.0/0
            service.beta.kubernetes.io/aws-load-balancer-scheme                      | internal
            networking.gke.io/load-balancer-type                                     | Internal
            cloud.google.com/load-balancer-type                                      | Internal
            service.beta.kubernetes.io/openstack-internal-load-balancer              | true
            service.beta.kubernetes.io/oci-load-balancer-internal                    | true
            oci-network-load-balancer.oraclecloud.com/internal                       | true
            service.beta.kubernetes.io/alibaba-cloud-loadbalancer-address-type       | intranet
            service.kubernetes.io/qcloud-loadbalancer-internal-subnetid              | subnet-1
            service.kubernetes.io/ibm-load-balancer-cloud-provider-ip-type           | private
            service.beta.kubernetes.io/do-loadbalancer-network                       | INTERNAL
            yandex.cloud/load-balancer-type                                          | internal
            """)
    void exposureIsToldWhereTheKeyIsOfAnotherProvider(String key, String value) {
        assertThat(PARSER.parse(service(Map.of(key, value)), 1).notices()).anySatisfy(notice -> {
            assertThat(notice.type()).isEqualTo(Notice.Type.WARNING);
            assertThat(notice.reason()).isEqualTo("UnknownAnnotation");
            assertThat(notice.inCondition()).isTrue();
            assertThat(notice.message()).startsWith("annotation " + key + " ")
                    .contains("did you mean " + PREFIX)
                    .endsWith("; the Service is reachable from the Internet");
        });
    }

    @ParameterizedTest(name = "{0}={1}, {2}={3}")
    @CsvSource(delimiter = '|', textBlock = """
            azure-load-balancer-internal                                   | false      | |
            networking.gke.io/load-balancer-type                           | External   | |
            service.beta.kubernetes.io/aws-load-balancer-internal          | false      | |
            service.beta.kubernetes.io/aws-load-balancer-scheme            | internet-facing | |
            azure-load-balancer-internal                                   | true       | azure-load-balancer-internal             | true
            azure-load-balancer-interal                                    | true       | azure-load-balancer-internal             | true
            azure-allowed-ip-ranges                                        | 10.0.0.0/8 | azure-load-balancer-internal             | true
            azure-load-balancer-internal                                   | true       | azure-allowed-ip-ranges                  | 10.0.0.0/8
            azure-load-balancer-internal                                   | true       | azure-allowed-service-tags               | AzureCloud
            azure-load-balancer-internal                                   | true       | azure-disable-load-balancer-nsg-rule     | true
            azure-load-balancer-internal                                   | true       | azure-allowed-ip-ranges                  | nonsense
            service.beta.kubernetes.io/aws-load-balancer-internal          | true       | azure-load-balancer-internal             | true
            networking.gke.io/load-balancer-type                           | Internal   | load-balancer-source-ranges              | 10.0.0.0/8
            azure-pip-name                                                 | vip        | |
            """)
    void exposureIsNotToldWhereItIsNotTrueOrNotUnwanted(String key, String value, String other, String otherValue) {
        Map<String, String> annotations = new HashMap<>(Map.of(key, value));
        if (other != null)
            annotations.put(PREFIX + other, otherValue);
        assertThat(PARSER.parse(service(annotations), 1).notices()).extracting(Notice::message)
                .noneMatch(message -> message.contains(SENTENCE));
    }

    @Test
    void keyOfAnotherCloudIsToldAlsoOfAServiceThatNotEverybodyReaches() {
        Map<String, String> annotations = Map.of("service.beta.kubernetes.io/aws-load-balancer-internal", "true",
                ServiceAnnotation.ALLOWED_IP_RANGES.key(), "10.0.0.0/8");
        assertThat(PARSER.parse(service(annotations), 1).notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message()).endsWith("did you mean "
                        + ServiceAnnotation.INTERNAL.key() + "?"));
    }

    @Test
    void restrictionInTheSpecCounts() {
        Service service = service(Map.of("azure-load-balancer-internal", "true"));
        service.getSpec().setLoadBalancerSourceRanges(List.of("10.0.0.0/8"));
        assertThat(PARSER.parse(service, 1).notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message()).doesNotContain(SENTENCE));
        service.getSpec().setLoadBalancerSourceRanges(List.of("0.0.0.0/0"));
        assertThat(PARSER.parse(service, 1).notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message()).contains(SENTENCE));
    }

    @Test
    void serviceThatIsRefusedIsNotReachableYet() {
        Map<String, String> annotations = Map.of("azure-load-balancer-internal", "true",
                ServiceAnnotation.IDLE_TIMEOUT.key(), "never");
        assertThat(PARSER.parse(service(annotations), 1).notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message())
                        .endsWith("; the Service will be reachable from the Internet once it can be served"));
    }

    @Test
    void valueThatReadsAsExternalSaysSo() {
        assertThat(PARSER.parse(service(Map.of(ServiceAnnotation.INTERNAL.key(), "yes")), 1).notices()).singleElement()
                .satisfies(notice -> assertThat(notice.message()).contains("; the Service is external"));
    }

    @Provide
    Arbitrary<ServiceAnnotation> exposing() {
        return Arbitraries.of(Stream.of(ServiceAnnotation.values())
                .filter(annotation -> annotation.exposure() != Exposure.UNCHANGED)
                .toList());
    }

    /** A known key with one typo in its name, then in its prefix or without it. */
    private static String slip(String key, int at, int kind, int letter, int prefix) {
        String name = key.substring(PREFIX.length());
        int where = 1 + Math.floorMod(at, name.length() - 1);
        char wrong = (char) ('a' + Math.floorMod(letter, 26));
        String slipped = switch (Math.floorMod(kind, 6)) {
            case 0 -> name.substring(0, where) + name.substring(where + 1);
            case 1 -> name.substring(0, where) + wrong + name.substring(where);
            case 2 -> name.substring(0, where) + wrong + name.substring(where + 1);
            case 3 -> name.replace('-', '_');
            case 4 -> name.toUpperCase(Locale.ROOT);
            default -> name;
        };
        List<String> prefixes = List.of(PREFIX, "", "service.kubernetes.io/", "service.alpha.kubernetes.io/",
                "cloud-provider.kubernetes.io/", "service.beta.kubernetes.io-", "service.beta.kubernets.io/");
        return prefixes.get(Math.floorMod(prefix, prefixes.size())) + slipped;
    }

    @Property(tries = 2000)
    void anySlipInAKeyThatProtectsAServiceIsTold(@ForAll("exposing") ServiceAnnotation annotation, @ForAll int at,
            @ForAll int kind, @ForAll int letter, @ForAll int prefix) {
        String key = slip(annotation.key(), at, kind, letter, prefix);
        if (isOurs(key))
            return;
        String value = annotation.type() == Type.FLAG ? "true" : "apps";
        assertThat(PARSER.parse(service(Map.of(key, value)), 1).notices()).extracting(Notice::message)
                .anySatisfy(message -> assertThat(message).startsWith("annotation " + key + " ")
                        .contains("did you mean " + annotation.key() + "?", SENTENCE));
    }

    @Provide
    Arbitrary<Map<String, String>> anyAnnotations() {
        List<String> names = Stream.of(ServiceAnnotation.values())
                .map(each -> each.key().substring(PREFIX.length()))
                .toList();
        Arbitrary<String> keys = Combinators.combine(
                Arbitraries.of(PREFIX, PREFIX, "", "service.kubernetes.io/", "networking.gke.io/", "example.com/"),
                Arbitraries.oneOf(Arbitraries.of(names), Arbitraries.of("load-balancer-type", "azure-internal", "x")))
                .as(String::concat);
        return Arbitraries.maps(keys, Arbitraries.of("true", "false", "10.0.0.0/8", "0.0.0.0/0", "Internet", "x", ""))
                .ofMaxSize(6);
    }

    @Property(tries = 2000)
    void sentenceStandsOnlyWhereTheInternetIsLetIn(@ForAll("anyAnnotations") Map<String, String> annotations) {
        ServiceSpec intent = PARSER.parse(service(annotations), 1);
        if (intent.notices().stream().anyMatch(notice -> notice.message().contains(SENTENCE))) {
            assertThat(intent.address().internal()).isFalse();
            assertThat(intent.access().disabled()).isFalse();
            assertThat(intent.access().serviceTags().contains("Internet")
                    || intent.access().ranges().stream().anyMatch(Cidr::isEverything)).isTrue();
        }
    }

    @Property(tries = 2000)
    void annotationsOfOthersStayWithoutAWord(@ForAll("domains") String domain, @ForAll("words") String name) {
        assertThat(PARSER.parse(service(Map.of(domain + "/" + name, "true")), 1).notices()).isEmpty();
    }

    @Provide
    Arbitrary<String> domains() {
        return Arbitraries.of("external-dns.alpha.kubernetes.io", "nginx.ingress.kubernetes.io", "example.com",
                "metallb.universe.tf", "prometheus.io", "service.kubernetes.io", "networking.gke.io", "io.cilium");
    }

    @Provide
    Arbitrary<String> words() {
        return Arbitraries.of("address", "pool", "port", "scrape", "hostname", "scheme", "path", "class", "timeout",
                "proxy", "body", "size", "type", "backend", "target", "mode", "name", "access")
                .list()
                .ofMinSize(1)
                .ofMaxSize(4)
                .map(words -> String.join("-", words));
    }

    private static boolean isOurs(String key) {
        return Stream.of(ServiceAnnotation.values()).anyMatch(annotation -> annotation.key().equals(key));
    }

    private static Service service(Map<String, String> annotations) {
        return new ServiceBuilder().withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("uid")
                .withAnnotations(annotations)
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .withPorts(new ServicePortBuilder().withPort(80).withNodePort(30080).withProtocol("TCP").build())
                .endSpec()
                .build();
    }
}
