package io.azureccm.service.intent;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.ServiceSpecBuilder;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys that look like ours and mean nothing are found, with what was probably meant. */
class UnknownAnnotationsTest {
    private static final ServiceSpec SPEC = new ServiceSpecBuilder()
            .withPorts(new ServicePortBuilder().withPort(80).build(), new ServicePortBuilder().withPort(443).build())
            .build();

    @ParameterizedTest(name = "{0}: {1}")
    @CsvSource(delimiter = '|', value = {
            "azure-load-balancer-interal|did you mean service.beta.kubernetes.io/azure-load-balancer-internal?",
            "Azure-Load-Balancer-Internal|did you mean service.beta.kubernetes.io/azure-load-balancer-internal?",
            "azure-pip-tag|did you mean service.beta.kubernetes.io/azure-pip-tags?",
            "azure-something-else-entirely|is not known, it has no effect",
            "port_80_health-probe-protocol|did you mean service.beta.kubernetes.io/port_80_health-probe_protocol?",
            "port_443_no_lb_rules|did you mean service.beta.kubernetes.io/port_443_no_lb_rule?",
            "port_8080_no_lb_rule|has no effect: the Service has no port 8080, only 80, 443",
            "port_http_no_lb_rule|did you mean service.beta.kubernetes.io/port_80_no_lb_rule?"})
    void misspelt_key_is_named_with_the_nearest_known_one(String name, String said) {
        List<Notice> notices = UnknownAnnotations.of(Map.of("service.beta.kubernetes.io/" + name, "x"), SPEC);
        assertThat(notices).hasSize(1);
        assertThat(notices.getFirst().reason()).isEqualTo("UnknownAnnotation");
        assertThat(notices.getFirst().type()).isEqualTo(Notice.Type.WARNING);
        assertThat(notices.getFirst().message()).contains("service.beta.kubernetes.io/" + name, said);
    }

    @ParameterizedTest
    @CsvSource({"service.beta.kubernetes.io/aws-load-balancer-type", "team.example.com/azure-load-balancer-interal",
            "service.beta.kubernetes.io/load-balancer-source-ranges",
            "kubectl.kubernetes.io/last-applied-configuration",
            "service.beta.kubernetes.io/Azure-Load-Balancer-Configurations"})
    void keys_of_others_and_known_ones_are_not(String key) {
        assertThat(UnknownAnnotations.of(Map.of(key, "x"), SPEC)).isEmpty();
    }

    @Test
    void settings_of_the_port_for_health_checks_are_known_where_there_is_one() {
        Map<String, String> annotations = Map.of("service.beta.kubernetes.io/port_32100_health-probe_interval", "10");
        ServiceSpec local = new ServiceSpecBuilder(SPEC).withHealthCheckNodePort(32100).build();
        assertThat(UnknownAnnotations.of(annotations, local)).isEmpty();
        assertThat(UnknownAnnotations.of(annotations, SPEC)).hasSize(1);
    }

    @Test
    void every_key_of_the_catalogue_is_known() {
        Stream<String> keys = Stream.concat(Stream.of(ServiceAnnotation.values()).map(ServiceAnnotation::key),
                Stream.of(PortAnnotation.values()).map(setting -> setting.key(443)));
        assertThat(keys).allMatch(key -> UnknownAnnotations.of(Map.of(key, "x"), SPEC).isEmpty());
    }

    @Test
    void every_annotation_says_what_may_be_written_and_what_it_does() {
        assertThat(ServiceAnnotation.values())
                .allMatch(annotation -> !annotation.grammar().isBlank() && !annotation.effect().isBlank());
        assertThat(ServiceAnnotation.values()).extracting(ServiceAnnotation::key).doesNotHaveDuplicates();
        assertThat(PortAnnotation.values())
                .allMatch(annotation -> !annotation.grammar().isBlank() && !annotation.effect().isBlank());
    }
}
