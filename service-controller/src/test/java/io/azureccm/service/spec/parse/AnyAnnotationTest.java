package io.azureccm.service.spec.parse;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.azureccm.common.core.Refusal;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.service.spec.ServiceSpec;
import io.azureccm.service.spec.ServiceSpec.Stop;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.ServicePortBuilder;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Any annotation value becomes a value or a readable refusal, never an exception. */
class AnyAnnotationTest {
    private static final int MAX_MESSAGE = 1000;
    private static final int LONG = 5_000;
    private static final ServiceSpecParser PARSER = new ServiceSpecParser(
            new SpecSettings(true, false, 10256, "/healthz", TenantPolicy.DEFAULT, LoadBalancerClass.NONE));
    private static final List<String> KEYS = Stream.concat(
            Stream.of(ServiceAnnotation.values()).map(ServiceAnnotation::key),
            Stream.of(PortAnnotation.values()).flatMap(port -> Stream.of("80", "443").map(port::key)))
            .toList();
    private static final List<String> HOSTILE = List.of("../../x", "a%2fb", "x\nWARN forged", "\u001b[2J", "true\u0000",
            "\u202etxt", "٣", "１２", "null", "{}", "[\"a\"]", "${jndi:ldap://x}", "#{1}", "%s%n", "-1", "2147483648",
            "1e9", "10.0.0.0/33", "::/129", "1.2.3.4,", ",,,", "=,=", "a=b=c", "/subscriptions/other/resourceGroups/g",
            "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/publicIPPrefixes/../x", "tгue", " ", "");

    @Provide
    Arbitrary<Map<String, String>> annotations() {
        Arbitrary<String> values = Arbitraries.oneOf(Arbitraries.of(HOSTILE), Arbitraries.strings().ofMaxLength(60),
                Arbitraries.of("x", ",", "a=b,", "1.2.3.4,", "\n").map(part -> part.repeat(LONG)));
        return Arbitraries.maps(Arbitraries.of(KEYS), values).ofMaxSize(12);
    }

    @Property(tries = 1000)
    void anyValuesBecomeAnIntentAndReadableMessages(@ForAll("annotations") Map<String, String> annotations) {
        assertReadable(PARSER.parse(service(annotations, 2), 1));
    }

    @Test
    void everyHostileValueUnderEveryKeyIsReadable() {
        for (String key : KEYS) {
            HOSTILE.forEach(value -> assertReadable(PARSER.parse(service(Map.of(key, value), 2), 1)));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"..", "../../resourceGroups/other", "a/b", "a%2fb", "a?b", "a#b", "a b", "x\u0000y", "nаme",
            "-name"})
    void namesThatWouldLeadElsewhereAreRefused(String name) {
        for (ServiceAnnotation key : List.of(ServiceAnnotation.PIP_NAME, ServiceAnnotation.INTERNAL_SUBNET,
                ServiceAnnotation.PIP_RESOURCE_GROUP)) {
            boolean isGroup = key == ServiceAnnotation.PIP_RESOURCE_GROUP;
            // A group may begin with a hyphen and have letters of any alphabet.
            if (isGroup && (name.equals("-name") || name.equals("nаme")))
                continue;
            Map<String, String> annotations = key == ServiceAnnotation.INTERNAL_SUBNET
                    ? Map.of(key.key(), name, ServiceAnnotation.INTERNAL.key(), "true")
                    : Map.of(key.key(), name);
            ServiceSpec intent = PARSER.parse(service(annotations, 2), 1);
            assertThat(intent.mistake().orElseThrow().refusal().message()).contains(key.key()).contains("must be ");
        }
    }

    @Test
    void serviceAtTheLimitsOfTheApiIsRead() {
        Map<String, String> many = new HashMap<>();
        IntStream.range(0, 2000).forEach(i -> many.put(ServiceAnnotation.PREFIX + "port_" + i + "_no-lb-rule", "x"));
        many.put(ServiceAnnotation.PIP_TAGS.key(), "name=value,".repeat(15_000));
        assertReadable(PARSER.parse(service(many, 1000), 1));
    }

    @ParameterizedTest
    @ValueSource(strings = {"x,", ",", "a=b,", "=,", "10.0.0.1,", "/,"})
    void longListOfMistakesIsReadInTimeThatGrowsWithItsLength(String part) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        for (String key : KEYS) {
            Service service = service(Map.of(key, part.repeat(LONG)), 2);
            long before = threads.getCurrentThreadAllocatedBytes();
            assertReadable(PARSER.parse(service, 1));
            assertThat(threads.getCurrentThreadAllocatedBytes() - before).as(key).isLessThan(LONG * 4_000);
        }
    }

    private static void assertReadable(ServiceSpec intent) {
        intent.mistake().map(Stop::refusal).map(Refusal::message).ifPresent(AnyAnnotationTest::assertReadable);
        intent.notices().forEach(notice -> assertReadable(notice.message()));
    }

    private static void assertReadable(String message) {
        assertThat(message).isNotBlank().hasSizeLessThan(MAX_MESSAGE);
        assertThat(message.codePoints()).noneMatch(Character::isISOControl).noneMatch(point -> point == 0x202e);
    }

    private static Service service(Map<String, String> annotations, int ports) {
        return new ServiceBuilder().withNewMetadata()
                .withNamespace("shop")
                .withName("web")
                .withUid("uid")
                .withAnnotations(annotations)
                .endMetadata()
                .withNewSpec()
                .withType("LoadBalancer")
                .withPorts(IntStream.range(0, ports)
                        .mapToObj(i -> new ServicePortBuilder().withPort(80 + i).withProtocol("TCP").build())
                        .toList())
                .endSpec()
                .build();
    }
}
