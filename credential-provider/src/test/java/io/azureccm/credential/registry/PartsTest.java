package io.azureccm.credential.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.azureccm.credential.report.Log;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Mirrors, challenges and cache times, each separately. */
class PartsTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Log log = new Log(new PrintStream(err), 0);

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            a.test:x.azurecr.io                        | a.test/b:1        | x.azurecr.io/b:1
            a.test:x.azurecr.io                        | a.test.evil/b:1   | -
            a.test:x.azurecr.io                        | a.test:5000/b     | -
            a.test:5000=x.azurecr.io                   | a.test:5000/b     | x.azurecr.io/b
            a.test:x.azurecr.io,a.test/b:y.azurecr.io  | a.test/b/c        | y.azurecr.io/c
            a.test/b:y.azurecr.io,a.test:x.azurecr.io  | a.test/bc         | x.azurecr.io/bc
            a.test/b:y.azurecr.io/z                    | a.test/b:1        | y.azurecr.io/z:1
            a.test:x.azurecr.io                        | a.test            | x.azurecr.io
            a.test/:x.azurecr.io/                      | a.test/b:1        | x.azurecr.io/b:1
            a.test/b/:x.azurecr.io/                    | a.test/b/c        | x.azurecr.io/c
            a.test/b/:x.azurecr.io/                    | a.test/bc         | -
            """)
    void theLongestSourceCounts(String flag, String image, String expected) {
        Mirrors.Mirror mirror = new Mirrors(flag, log).of(image);

        assertThat(mirror == null ? null : mirror.applied(image)).isEqualTo(expected);
        assertThat(err.toString(StandardCharsets.UTF_8)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", ":x", "a:", "a:b:c", "a=b=c", "a:1=b:2"})
    void aPartThatCannotBeReadIsToldAndLeftOut(String flag) {
        assertThat(new Mirrors(flag + ",b.test:c.test", log).of("b.test/x").applied("b.test/x")).isEqualTo("c.test/x");
        assertThat(new Mirrors(flag, log).of("a/x")).isNull();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("\"" + flag + "\" is ignored");
    }

    @Test
    void challengesOfAllKindsAreRead() {
        List<Challenge> challenges = Challenge
                .all(List.of("Negotiate abc==, Basic realm=\"x, \\\"y\\\"\",BEARER Service = s.test , Realm=\"u\"",
                        "Bearer"));

        assertThat(challenges).containsExactly(new Challenge("negotiate", Map.of("abc", "")),
                new Challenge("basic", Map.of("realm", "x, \"y\"")),
                new Challenge("bearer", Map.of("service", "s.test", "realm", "u")), new Challenge("bearer", Map.of()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"=", "a=b", "Bearer realm=\"x", "Bearer realm=a,realm=b", "\"x\""})
    void aHeaderThatCannotBeReadIsAnError(String header) {
        assertThatIllegalArgumentException().isThrownBy(() -> Challenge.all(List.of(header)));
    }

    @ParameterizedTest
    @CsvSource({"100, 0s", "1300, 0s", "1331, 31s", "1361, 1m1s", "4899, 59m59s", "4900, 1h0m0s", "99999, 1h0m0s"})
    void aPasswordIsKeptAsLongAsItLasts(long end, String expected) {
        String claims = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(("{\"exp\":" + end + "}").getBytes(StandardCharsets.US_ASCII));

        assertThat(CacheTime.of("x." + claims + ".y", 1000)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "plain", "a.b.c", "x.e30.y"})
    void aPasswordThatSaysNothingIsKeptForAnHour(String password) {
        assertThat(CacheTime.of(password, 1000)).isEqualTo("1h0m0s");
    }
}
