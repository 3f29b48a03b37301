package io.azureccm.node.spec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.node.spec.NodeFacts.Address;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ProvidedIpsTest {
    private static final List<Address> MACHINE = addresses(
            "InternalIP=10.240.0.4 InternalIP=10.240.0.5 InternalIP=fd00::5 Hostname=n ExternalIP=20.1.2.3");

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            10.240.0.5             | InternalIP=10.240.0.5 Hostname=n ExternalIP=20.1.2.3
            010.240.000.5          | InternalIP=10.240.0.5 Hostname=n ExternalIP=20.1.2.3
            FD00:0::5              | InternalIP=fd00::5 Hostname=n ExternalIP=20.1.2.3
            fd00::5,10.240.0.4     | InternalIP=fd00::5 InternalIP=10.240.0.4 Hostname=n ExternalIP=20.1.2.3
            20.1.2.3               | ExternalIP=20.1.2.3 InternalIP=10.240.0.4 InternalIP=10.240.0.5 InternalIP=fd00::5 Hostname=n
            """)
    void providedAddressesGoFirstAndTakeTheirTypeForThemselves(String value, String expected) throws Exception {
        assertThat(ProvidedIps.parse(value).select(MACHINE)).isEqualTo(addresses(expected));
    }

    @ParameterizedTest
    @ValueSource(strings = {"10.240.0.9", "fd00::9", "10.240.0.4,fd00::9"})
    void anAddressThatTheMachineDoesNotHaveIsRefused(String value) {
        assertThatThrownBy(() -> ProvidedIps.parse(value).select(MACHINE))
                .hasMessageContaining("not one of the machine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "10.240.0.4, fd00::5", "10.240.0.256", "web", "10.240.0", "1:2",
            "10.0.0.1,10.0.0.2",
            "fd00::1,fd00::2", "10.0.0.1,fd00::1,fd00::2", "0.0.0.0,fd00::1", "10.0.0.1,::", "fd00::1%eth0"})
    void aValueThatIsNoAddressOrNoPairOfFamiliesIsRefused(String value) {
        assertThatThrownBy(() -> ProvidedIps.parse(value)).isInstanceOf(ProvidedIps.Unusable.class);
    }

    private static List<Address> addresses(String text) {
        return Arrays.stream(text.split(" "))
                .map(each -> new Address(each.split("=")[0], each.split("=")[1]))
                .collect(Collectors.toList());
    }
}
