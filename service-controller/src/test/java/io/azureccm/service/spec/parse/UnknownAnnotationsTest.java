package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.service.spec.Notice;
import io.azureccm.service.spec.parse.UnknownAnnotations.Reach;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.ServiceSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys without effect that resemble known ones are found, with the probable meaning; those of other tools are not. */
class UnknownAnnotationsTest {
    private static final ServiceSpec SPEC = new ServiceSpecBuilder()
            .withPorts(new ServicePortBuilder().withPort(80).build(), new ServicePortBuilder().withPort(443).build())
            .build();

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', value = {
            "azure-load-balancer-interal|did you mean service.beta.kubernetes.io/azure-load-balancer-internal?",
            "Azure-Load-Balancer-Internal|did you mean service.beta.kubernetes.io/azure-load-balancer-internal?",
            "azure-pip-tag|did you mean service.beta.kubernetes.io/azure-pip-tags?",
            "azure-something-else-entirely|is unknown and has no effect",
            "port_80_health-probe-protocol|did you mean service.beta.kubernetes.io/port_80_health-probe_protocol?",
            "port_443_no_lb_rules|did you mean service.beta.kubernetes.io/port_443_no_lb_rule?",
            "port_8080_no_lb_rule|has no effect: the Service has no port 8080, only 80, 443",
            "port_http_no_lb_rule|did you mean service.beta.kubernetes.io/port_80_no_lb_rule?"})
    void misspeltKeyIsNamedWithTheNearestKnownOne(String name, String said) {
        List<Notice> notices = of("service.beta.kubernetes.io/" + name, "x");
        assertThat(notices).hasSize(1);
        assertThat(notices.getFirst().reason()).isEqualTo("UnknownAnnotation");
        assertThat(notices.getFirst().type()).isEqualTo(Notice.Type.WARNING);
        assertThat(notices.getFirst().message()).contains("service.beta.kubernetes.io/" + name, said);
    }

    @ParameterizedTest(name = "{0} means {1}")
    @CsvSource(textBlock = """
            azure-load-balancer-internal,                                        azure-load-balancer-internal
            Azure-Load-Balancer-Internal,                                        azure-load-balancer-internal
            azure_load_balancer_internal,                                        azure-load-balancer-internal
            azureLoadBalancerInternal,                                           azure-load-balancer-internal
            azure-loadbalancer-internal,                                         azure-load-balancer-internal
            azure-lb-internal,                                                   azure-load-balancer-internal
            azure-internal-load-balancer,                                        azure-load-balancer-internal
            load-balancer-internal,                                              azure-load-balancer-internal
            internal-load-balancer,                                              azure-load-balancer-internal
            azure-load-balancer-interal,                                         azure-load-balancer-internal
            service.beta.kubernetes.io-azure-load-balancer-internal,             azure-load-balancer-internal
            service.beta.kubernetes.io.azure-load-balancer-internal,             azure-load-balancer-internal
            service.beta.kubernetes.io/load-balancer-internal,                   azure-load-balancer-internal
            service.beta.kubernetes.io/azur-load-balancer-internal,              azure-load-balancer-internal
            service.kubernetes.io/azure-load-balancer-internal,                  azure-load-balancer-internal
            service.alpha.kubernetes.io/azure-load-balancer-internal,            azure-load-balancer-internal
            cloud-provider.kubernetes.io/azure-load-balancer-internal,           azure-load-balancer-internal
            kubernetes.io/azure-load-balancer-internal,                          azure-load-balancer-internal
            kubernetes.azure.com/azure-load-balancer-internal,                   azure-load-balancer-internal
            service.beta.kubernetes.oi/azure-load-balancer-internal,             azure-load-balancer-internal
            services.beta.kubernets.io/azure-load-balancer-internal,             azure-load-balancer-internal
            Service.Beta.Kubernetes.io/azure-load-balancer-internal,             azure-load-balancer-internal
            service.kubernetes.io/azure-load-balancer-internal-subnet,           azure-load-balancer-internal-subnet
            azure-load-balancer-subnet-internal,                                 azure-load-balancer-internal-subnet
            azure-allowed-ip-ranges,                                             azure-allowed-ip-ranges
            service.kubernetes.io/azure-allowed-ip-range,                        azure-allowed-ip-ranges
            allowed-ip-ranges,                                                   azure-allowed-ip-ranges
            load-balancer-source-ranges,                                         load-balancer-source-ranges
            service.kubernetes.io/load-balancer-source-ranges,                   load-balancer-source-ranges
            service.beta.kubernetes.io/load-balancer-source-range,               load-balancer-source-ranges
            service.alpha.kubernetes.io/azure-allowed-service-tags,              azure-allowed-service-tags
            azure-deny-all-except-load-balancer-source-ranges,                   azure-deny-all-except-load-balancer-source-ranges
            azure-pip-name,                                                      azure-pip-name
            service.kubernetes.io/azure-dns-label-name,                          azure-dns-label-name
            azure-pls-create,                                                    azure-pls-create
            port_443_no_lb_rule,                                                 port_443_no_lb_rule
            service.kubernetes.io/port_80_health-probe_port,                     port_80_health-probe_port
            """)
    void keyWithoutItsPrefixOrWithAnotherOneIsNamedWithTheRightOne(String key, String meant) {
        assertThat(of(key, "true")).extracting(Notice::message)
                .containsExactly("annotation " + key + " is unknown and has no effect: did you mean "
                        + "service.beta.kubernetes.io/" + meant + "?");
    }

    @ParameterizedTest
    @CsvSource({"service.beta.kubernetes.io/aws-load-balancer-type", "team.example.com/azure-load-balancer-interal",
            "service.beta.kubernetes.io/load-balancer-source-ranges",
            "kubectl.kubernetes.io/last-applied-configuration",
            "service.beta.kubernetes.io/Azure-Load-Balancer-Configurations"})
    void keysOfOthersAndKnownOnesAreNot(String key) {
        assertThat(of(key, "x")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"prometheus.io/scrape", "prometheus.io/port", "external-dns.alpha.kubernetes.io/hostname",
            "external-dns.alpha.kubernetes.io/internal-hostname", "external-dns.alpha.kubernetes.io/access",
            "external-dns.alpha.kubernetes.io/target", "external-dns.alpha.kubernetes.io/ttl",
            "metallb.universe.tf/address-pool", "metallb.io/loadBalancerIPs", "metallb.universe.tf/allow-shared-ip",
            "kube-vip.io/loadbalancerIPs", "io.cilium/lb-ipam-ips", "service.cilium.io/global",
            "kubernetes.io/ingress.class", "nginx.ingress.kubernetes.io/whitelist-source-range",
            "nginx.ingress.kubernetes.io/load-balance", "appgw.ingress.kubernetes.io/use-private-ip",
            "alb.ingress.kubernetes.io/scheme", "alb.ingress.kubernetes.io/load-balancer-name",
            "traefik.ingress.kubernetes.io/service.sticky.cookie", "getambassador.io/config",
            "service.kubernetes.io/topology-mode", "service.kubernetes.io/topology-aware-hints",
            "service.alpha.kubernetes.io/tolerate-unready-endpoints",
            "service.beta.openshift.io/serving-cert-secret-name",
            "service.beta.kubernetes.io/aws-load-balancer-proxy-protocol",
            "service.beta.kubernetes.io/aws-load-balancer-healthcheck-interval",
            "service.beta.kubernetes.io/do-loadbalancer-name",
            "service.beta.kubernetes.io/openstack-enable-health-monitor",
            "service.beta.kubernetes.io/linode-loadbalancer-throttle", "cloud.google.com/neg",
            "cloud.google.com/backend-config", "networking.gke.io/internal-load-balancer-allow-global-access",
            "loadbalancer.openstack.org/keep-floatingip", "load-balancer.hetzner.cloud/use-private-ip",
            "meta.helm.sh/release-name", "argocd.argoproj.io/sync-wave", "checksum/config", "description", "owner",
            "field.cattle.io/publicEndpoints", "pulumi.com/skipAwait", "consul.hashicorp.com/service-name",
            "team.example.com/load-balancer-internal", "example.com/azure-pip-name",
            "azure.workload.identity/client-id",
            "azure-devops-build", "load-balancer-external", "azure-load-balancer-external", "load-balancer-name",
            "load-balancer-mode", "internal", "azure"})
    void annotationsOfOtherToolsStayWithoutAWord(String key) {
        for (String value : List.of("true", "internal", "10.0.0.0/8", "")) {
            assertThat(UnknownAnnotations.of(Map.of(key, value), SPEC, Reach.INTERNET)).isEmpty();
        }
    }

    @Test
    void misspeltCopyBesideTheRightKeyStaysWithoutAWord() {
        assertThat(
                UnknownAnnotations.of(Map.of("azure-pip-name", "x", "service.beta.kubernetes.io/azure-pip-name", "x"),
                        SPEC, Reach.INTERNET))
                .isEmpty();
    }

    @Test
    void settingsOfThePortForHealthChecksAreKnownWhereThereIsOne() {
        Map<String, String> annotations = Map.of("service.beta.kubernetes.io/port_32100_health-probe_interval", "10");
        ServiceSpec local = new ServiceSpecBuilder(SPEC).withHealthCheckNodePort(32100).build();
        assertThat(UnknownAnnotations.of(annotations, local, Reach.LIMITED)).isEmpty();
        assertThat(UnknownAnnotations.of(annotations, SPEC, Reach.LIMITED)).hasSize(1);
    }

    @Test
    void everyKeyOfTheCatalogueIsKnown() {
        Stream<String> keys = Stream.concat(Stream.of(ServiceAnnotation.values()).map(ServiceAnnotation::key),
                Stream.of(PortAnnotation.values()).map(setting -> setting.key(443)));
        assertThat(keys).allMatch(key -> of(key, "x").isEmpty());
    }

    @Test
    void everyAnnotationSaysWhatMayBeWrittenAndWhatItDoes() {
        assertThat(ServiceAnnotation.values())
                .allMatch(
                        annotation -> !annotation.help().grammar().isBlank() && !annotation.help().effect().isBlank());
        assertThat(ServiceAnnotation.values()).extracting(ServiceAnnotation::key).doesNotHaveDuplicates();
        assertThat(PortAnnotation.values())
                .allMatch(
                        annotation -> !annotation.help().grammar().isBlank() && !annotation.help().effect().isBlank());
    }

    private static List<Notice> of(String key, String value) {
        return UnknownAnnotations.of(Map.of(key, value), SPEC, Reach.LIMITED);
    }
}
