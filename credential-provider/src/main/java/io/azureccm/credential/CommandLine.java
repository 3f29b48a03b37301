package io.azureccm.credential;

import io.azureccm.credential.report.Failure;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The flags, before or after the config file, and the file. The last value of a repeated flag applies. */
final class CommandLine {
    static final String USAGE = """
            acr-credential-provider [flags] CONFIG

            Logs in to Azure Container Registry for the kubelet: reads a CredentialProviderRequest from stdin and writes a
            CredentialProviderResponse to stdout. CONFIG is the cloud provider's azure.json.

              -r, --registry-mirror string         images of SOURCE are pulled from TARGET: SOURCE:TARGET or SOURCE:PORT=TARGET,...
                  --ib-sni-name string             host name of the identity bindings endpoint, for SNI and its certificate
                  --ib-apiserver-ip string         its address, or a name that is resolved once
                  --ib-default-client-id string    client ID for Service accounts without the annotation
                  --ib-default-tenant-id string    tenant ID for Service accounts without the annotation
                  --own-cloud-only             an aadClientSecret is given to registries of the configured cloud only
              -v, --v int                          2: log which credential is used; 4: log each step
                  --vmodule string                 accepted, without effect
                  --log-flush-frequency duration   accepted, without effect
                  --version                        print the version
              -h, --help                           print this help
            """;
    private static final List<String> WITH_VALUE = List.of("registry-mirror", "ib-sni-name", "ib-apiserver-ip",
            "ib-default-client-id", "ib-default-tenant-id", "v", "vmodule", "log-flush-frequency");
    private static final List<String> SWITCHES = List.of("own-cloud-only", "version", "help");

    private final Map<String, String> flags = new LinkedHashMap<>();
    private final List<String> files = new ArrayList<>();

    CommandLine(List<String> arguments) {
        for (int i = 0; i < arguments.size(); i++) {
            String argument = arguments.get(i);
            if (argument.equals("--")) {
                files.addAll(arguments.subList(i + 1, arguments.size()));
                break;
            }
            if (argument.length() < 2 || argument.charAt(0) != '-') {
                files.add(argument);
                continue;
            }
            String[] flag = argument.startsWith("--") ? longFlag(argument.substring(2)) : shortFlag(argument);
            if (flag[1] == null && SWITCHES.contains(flag[0])) {
                flag[1] = "true";
            } else if (flag[1] == null) {
                if (++i == arguments.size())
                    throw new Failure("the flag " + argument + " needs a value");
                flag[1] = arguments.get(i);
            }
            flags.put(flag[0], flag[1]);
        }
    }

    private static String[] longFlag(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals);
        if (!WITH_VALUE.contains(name) && !SWITCHES.contains(name))
            throw new Failure("unknown flag: --" + name + "; --help lists all flags");
        return new String[]{name, equals < 0 ? null : text.substring(equals + 1)};
    }

    private static String[] shortFlag(String argument) {
        String name = switch (argument.charAt(1)) {
            case 'r' -> "registry-mirror";
            case 'v' -> "v";
            case 'h' -> "help";
            default -> throw new Failure("unknown flag: " + argument.substring(0, 2) + "; --help lists all flags");
        };
        if (argument.length() == 2)
            return new String[]{name, null};
        return new String[]{name, argument.substring(argument.charAt(2) == '=' ? 3 : 2)};
    }

    boolean has(String name) {
        String value = flags.get(name);
        return value != null && !value.equals("false");
    }

    /** The value of a flag, or an empty string. */
    String flag(String name) {
        return flags.getOrDefault(name, "");
    }

    int verbosity() {
        String level = flags.getOrDefault("v", "0");
        try {
            return Integer.parseInt(level);
        } catch (NumberFormatException wrong) {
            throw new Failure("the flag -v needs an integer");
        }
    }

    /** The config file, after a check that the flags are consistent. */
    String file() {
        if (files.isEmpty())
            throw new Failure("the config file is missing: acr-credential-provider [flags] CONFIG");
        if (files.size() > 1)
            throw new Failure(
                    "expected one argument, the config file, but got " + files.size() + ": " + files);
        String name = flag("ib-sni-name");
        if (name.startsWith("http://") || name.startsWith("https://"))
            throw new Failure("--ib-sni-name has to be a host name without http:// or https://");
        if (!name.isEmpty() && flag("ib-apiserver-ip").isEmpty())
            throw new Failure("--ib-sni-name needs --ib-apiserver-ip");
        for (String other : List.of("ib-default-client-id", "ib-default-tenant-id", "ib-apiserver-ip")) {
            if (name.isEmpty() && !flag(other).isEmpty())
                throw new Failure("--" + other + " needs --ib-sni-name");
        }
        return files.getFirst();
    }
}
