package io.azureccm.credential.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azureccm.credential.report.Failure;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProxySettingsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            *                    | foo.azurecr.io   | 443 | direct
            azurecr.io           | foo.azurecr.io   | 443 | direct
            azurecr.io           | azurecr.io       | 443 | direct
            azurecr.io           | evilazurecr.io   | 443 | proxy
            .azurecr.io          | azurecr.io       | 443 | proxy
            .azurecr.io          | foo.azurecr.io   | 443 | direct
            *.azurecr.io         | foo.azurecr.io   | 443 | direct
            foo.azurecr.io:443   | foo.azurecr.io   | 443 | direct
            foo.azurecr.io:8443  | foo.azurecr.io   | 443 | proxy
            169.254.169.254      | 169.254.169.254  | 80  | direct
            169.254.0.0/16       | 169.254.169.254  | 80  | direct
            169.254.170.0/23     | 169.254.169.254  | 80  | proxy
            10.0.0.0/8           | 11.0.0.1         | 80  | proxy
            10.0.0.0/33          | 10.0.0.1         | 80  | proxy
            fd00::/8             | fd00::1          | 80  | direct
            [fd00::1]:80         | fd00::1          | 80  | direct
            fd00::1              | fd00::2          | 80  | proxy
            a, ,b , AZURECR.IO   | foo.azurecr.io   | 443 | direct
            x                    | localhost        | 80  | direct
            x                    | 127.9.9.9        | 80  | direct
            x                    | ::1              | 80  | direct
            1.2.3                | 1.2.3            | 80  | direct
            """)
    void noProxySaysWhatIsAskedDirectly(String noProxy, String host, int port, String expected) {
        ProxySettings settings = new ProxySettings(
                Map.of("HTTPS_PROXY", "http://proxy:3128", "HTTP_PROXY", "http://proxy:3128", "NO_PROXY", noProxy));

        assertThat(settings.proxyFor(port == 443, host, port))
                .matches(proxy -> (proxy == null) == expected.equals("direct"));
    }

    @Test
    void eachSchemeHasItsProxyAndCapitalsGoFirst() {
        ProxySettings settings = new ProxySettings(
                Map.of("https_proxy", "small:1", "HTTP_PROXY", "capital:2", "http_proxy", "other:3", "no_proxy",
                        "here"));

        assertThat(settings.proxyFor(true, "a", 443)).hasToString("http://small:1");
        assertThat(settings.proxyFor(false, "a", 80)).hasToString("http://capital:2");
        assertThat(settings.proxyFor(true, "here", 443)).isNull();
    }

    @Test
    void aWrongProxyIsToldWithoutItsPassword() {
        ProxySettings settings = new ProxySettings(Map.of("HTTPS_PROXY", "ftp://user:pass-word@proxy"));

        assertThatThrownBy(() -> settings.proxyFor(true, "a", 443)).isInstanceOf(Failure.class)
                .hasMessageStartingWith("HTTPS_PROXY is not the URL of a proxy")
                .hasMessageNotContaining("pass-word");
    }
}
