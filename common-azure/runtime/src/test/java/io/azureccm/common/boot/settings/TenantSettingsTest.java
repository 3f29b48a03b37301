package io.azureccm.common.boot.settings;

import static org.assertj.core.api.Assertions.assertThat;

import io.azureccm.common.boot.settings.azure.RefusedServicesSettings;
import io.azureccm.common.boot.settings.azure.RefusedServicesSettings.PublicIp;
import io.azureccm.common.config.value.ConfigProblem;
import io.azureccm.common.core.tenant.TenantPolicy;
import io.azureccm.common.core.tenant.TenantPolicy.AdditionalAddresses;
import io.azureccm.common.core.tenant.TenantPolicy.Sharing;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.ClassPathResource;

class TenantSettingsTest {
    @Test
    void nothingSetAllowsWhatTheGoControllersAllowExceptAddressesOfOthers() {
        assertThat(policy(Map.of())).isEqualTo(TenantPolicy.DEFAULT);
    }

    @Test
    void profileTenantsIsStrict() throws IOException {
        PropertySource<?> profile = new YamlPropertySourceLoader()
                .load("tenants", new ClassPathResource("application-tenants.yml"))
                .getFirst();
        assertThat(
                read(profile).settings().of(TenantSettings.class).policy(new RefusedServicesSettings(PublicIp.CREATED)))
                .isEqualTo(new TenantPolicy(AdditionalAddresses.NONE, new Sharing(false, Set.of()),
                        Optional.of(Set.of()), true));
    }

    @Test
    void namespacesAndGroupsAreLists() {
        TenantPolicy policy = policy(Map.of("azureccm.tenants.sharing", "same-namespace",
                "azureccm.tenants.trusted-namespaces", "a, b", "azureccm.tenants.resource-groups[0]", "Shared",
                "azureccm.tenants.additional-public-ips", "ANY"));
        assertThat(policy.mayShare("a", "b")).isTrue();
        assertThat(policy.mayShare("c", "c")).isTrue();
        assertThat(policy.mayShare("a", "c")).isFalse();
        assertThat(policy.mayName("SHARED")).isTrue();
        assertThat(policy.mayName("k8s")).isFalse();
        assertThat(policy.additionalAddresses()).isEqualTo(AdditionalAddresses.ANY);
    }

    @ParameterizedTest(name = "{0}={1}: {2}")
    @CsvSource(delimiter = '|', value = {"sharing|none|expected anywhere or same-namespace",
            "additional-public-ips|off|expected any or checked or none",
            "trusted-namespaces|Team_A|expected names of namespaces", "resource-groups|a,*|expected * for any"})
    void invalidValueIsAnErrorThatSaysWhatIsRight(String key, String value, String expected) {
        assertThat(read(source(Map.of("azureccm.tenants." + key, value))).problems()).singleElement()
                .satisfies(problem -> assertThat(problem.text()).contains("azureccm.tenants." + key, value, expected));
    }

    private static TenantPolicy policy(Map<String, String> properties) {
        SettingsReader.Outcome read = read(source(properties));
        assertThat(read.problems()).extracting(ConfigProblem::text).isEmpty();
        return read.settings().of(TenantSettings.class).policy(new RefusedServicesSettings(PublicIp.CREATED));
    }

    private static PropertySource<?> source(Map<String, String> properties) {
        return new MapPropertySource("test", new HashMap<>(properties));
    }

    private static SettingsReader.Outcome read(PropertySource<?> source) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(source);
        return SettingsReader.read(environment);
    }
}
